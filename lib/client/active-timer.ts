/** Without input for this long, the annotator is idle. */
export const idleAfterMs = 60_000

/**
 * Active time: runs while the page is visible, up to a minute after the last input. Times are milliseconds of a
 * monotonic clock.
 */
export class ActiveTimer {
  private lastInput: number | null = null

  constructor(private totalMs = 0) {}

  /** Call it on input and when the page becomes visible. */
  recordInput(now: number): void {
    this.totalMs = this.read(now)
    this.lastInput = now
  }

  /** Call it when the page is hidden. */
  stop(now: number): void {
    this.totalMs = this.read(now)
    this.lastInput = null
  }

  read(now: number): number {
    if (this.lastInput === null) return this.totalMs
    return this.totalMs + Math.min(now - this.lastInput, idleAfterMs)
  }

  isRunning(now: number): boolean {
    return this.lastInput !== null && now - this.lastInput < idleAfterMs
  }
}
