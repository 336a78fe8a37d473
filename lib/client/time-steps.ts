/** Charges time at work to the step that is lit, whenever something happens; nothing runs between. */
export class StepTimes {
  private readonly times: number[]

  /** `chargedMs`: time at work that these already account for. */
  constructor(
    times: readonly number[],
    private chargedMs: number,
  ) {
    this.times = [...times]
  }

  /** What was at work since the last charge goes to this step. */
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
