import { setImmediate as giveWay } from 'node:timers/promises'

/** Maximum time until other tasks of the thread run: heartbeats, and checks for cancelled jobs. */
const longestTurnMs = 40

/** A long computation in steps. It yields to the event loop after a long turn. */
export class LongTurn {
  private began = performance.now()

  /** Call between two steps. True: other tasks ran, and may have cancelled this one. */
  async giveWay(): Promise<boolean> {
    if (performance.now() - this.began < longestTurnMs) return false
    await giveWay()
    this.began = performance.now()
    return true
  }
}
