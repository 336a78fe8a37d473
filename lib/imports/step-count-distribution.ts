/** Few enough for a readable plot. */
const maxBins = 24

export interface StepCountSummary {
  min: number
  /** With an even number of solutions, the lower of the two middle ones. */
  median: number
  max: number
  /** Bins of equal width in order, including empty ones. */
  bins: { from: number; to: number; solutions: number }[]
}

/** Counts solutions by their number of steps. Stores one number per step count. */
export class StepCountDistribution {
  private readonly solutions = new Map<number, number>()
  private total = 0

  /** Ignores solutions without steps, because they can't be labelled. */
  add(steps: number): void {
    if (steps === 0) return
    this.solutions.set(steps, (this.solutions.get(steps) ?? 0) + 1)
    this.total += 1
  }

  /** Null if no solution has steps. */
  summarise(): StepCountSummary | null {
    const counts = [...this.solutions].sort(([a], [b]) => a - b)
    const [min, max] = [counts[0]?.[0], counts.at(-1)?.[0]]
    if (min === undefined || max === undefined) return null
    const width = Math.ceil((max - min + 1) / maxBins)
    const bins = Array.from({ length: Math.floor((max - min) / width) + 1 }, (_, i) => ({
      from: min + i * width,
      to: min + (i + 1) * width - 1,
      solutions: 0,
    }))
    let [countBelow, median] = [0, min]
    for (const [steps, solutions] of counts) {
      bins[Math.floor((steps - min) / width)]!.solutions += solutions
      if (countBelow < this.total / 2) median = steps
      countBelow += solutions
    }
    return { min, median, max, bins }
  }
}
