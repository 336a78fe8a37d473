/** Safari has no idle callbacks. */
const pauseMs = 30

/** Repeats a task while the page is idle, until it returns false. */
export class IdleScheduler {
  private isRunning = false
  private hasEnded = false

  constructor(private readonly task: () => boolean) {}

  start(): void {
    this.hasEnded = false
    if (this.isRunning) return
    this.isRunning = true
    this.schedule()
  }

  end(): void {
    this.hasEnded = true
  }

  private schedule(): void {
    const run = () => this.run()
    if (typeof requestIdleCallback === 'function') requestIdleCallback(run)
    else setTimeout(run, pauseMs)
  }

  private run(): void {
    if (this.hasEnded || !this.task()) this.isRunning = false
    else this.schedule()
  }
}
