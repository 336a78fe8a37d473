/** Of a plot that is read at a glance. */
const barsMost = 24

export interface StepCounts {
  smallest: number
  /** Of an even number of solutions, the lower of the two in the middle. */
  median: number
  largest: number
  /** All of one width, in order, those in between that nobody has too. */
  bars: { from: number; to: number; solutions: number }[]
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
    const [smallest, largest] = [counts[0]?.[0], counts.at(-1)?.[0]]
    if (smallest === undefined || largest === undefined) return null
    const width = Math.ceil((largest - smallest + 1) / barsMost)
    const bars = Array.from({ length: Math.floor((largest - smallest) / width) + 1 }, (_, i) => ({
      from: smallest + i * width,
      to: smallest + (i + 1) * width - 1,
      solutions: 0,
    }))
    let [before, median] = [0, smallest]
    for (const [steps, solutions] of counts) {
      bars[Math.floor((steps - smallest) / width)]!.solutions += solutions
      if (before < this.total / 2) median = steps
      before += solutions
    }
    return { smallest, median, largest, bars }
  }
}
