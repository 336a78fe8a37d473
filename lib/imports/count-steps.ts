/** Of a plot that is read at a glance. */
const maxBins = 24

export interface StepCounts {
  min: number
  /** Of an even number of solutions, the lower of the two in the middle. */
  median: number
  max: number
  /** All of one width, in order, those in between that no one has too. */
  bins: { from: number; to: number; solutions: number }[]
}

/** How many steps solutions have. Memory: a number for each count that there is. */
export class StepCounter {
  private readonly solutions = new Map<number, number>()
  private total = 0

  /** A solution without steps is none to be labelled. */
  add(steps: number): void {
    if (steps === 0) return
    this.solutions.set(steps, (this.solutions.get(steps) ?? 0) + 1)
    this.total += 1
  }

  /** Null where no solution has steps. */
  summarise(): StepCounts | null {
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
