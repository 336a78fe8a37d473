/** Delay between runs in Safari, which has no idle callbacks. */
const fallbackDelayMs = 30

/** Repeats a task while the page is idle, until it returns false. */
export class IdleScheduler {
  private isRunning = false
  private isStopped = false

  constructor(private readonly task: () => boolean) {}

  start(): void {
    this.isStopped = false
    if (this.isRunning) return
    this.isRunning = true
    this.schedule()
  }

  stop(): void {
    this.isStopped = true
  }

  private schedule(): void {
    const run = () => this.run()
    if (typeof requestIdleCallback === 'function') requestIdleCallback(run)
    else setTimeout(run, fallbackDelayMs)
  }

  private run(): void {
    if (this.isStopped || !this.task()) this.isRunning = false
    else this.schedule()
  }
}
