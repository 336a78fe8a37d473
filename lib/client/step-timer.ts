/** Adds active time to the current step whenever something happens. */
export class StepTimer {
  private readonly times: number[]

  /** `chargedMs`: active time already included in `times`. */
  constructor(
    times: readonly number[],
    private chargedMs: number,
  ) {
    this.times = [...times]
  }

  /** Adds the active time since the last charge to a step. */
  charge(step: number, activeMs: number): void {
    const spentMs = activeMs - this.chargedMs
    if (spentMs <= 0) return
    this.chargedMs = activeMs
    while (this.times.length <= step) this.times.push(0)
    this.times[step] = (this.times[step] ?? 0) + spentMs
  }

  list(): number[] {
    return [...this.times]
  }
}
