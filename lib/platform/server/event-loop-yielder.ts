import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

/** Maximum time until other tasks of the thread run: heartbeats, and checks for cancelled jobs. */
const maxSliceMs = 40

/** Lets a long computation that runs in steps yield to the event loop regularly. */
export class EventLoopYielder {
  private startedAt = performance.now()

  /** Call between two steps. True: other tasks ran, and may have cancelled this one. */
  async yieldIfDue(): Promise<boolean> {
    if (performance.now() - this.startedAt < maxSliceMs) return false
    await yieldToEventLoop()
    this.startedAt = performance.now()
    return true
  }
}
