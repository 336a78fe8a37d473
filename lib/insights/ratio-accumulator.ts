import {
  computeBootstrapIntervals,
  type Interval,
  maxBlockCount,
} from '@/lib/platform/bootstrap-intervals'

/** A ratio of two sums over problems with its bootstrap interval. Must be filled problem by problem. */
export class RatioAccumulator {
  numerator = 0
  denominator = 0
  problems = 0
  private readonly numerators: number[] = []
  private readonly denominators: number[] = []
  private problem = ''

  add(problem: string, numerator: number, denominator: number): void {
    if (problem !== this.problem || this.problems === 0) {
      this.problem = problem
      this.problems += 1
    }
    const block = (this.problems - 1) % maxBlockCount
    this.numerators[block] = (this.numerators[block] ?? 0) + numerator
    this.denominators[block] = (this.denominators[block] ?? 0) + denominator
    this.numerator += numerator
    this.denominator += denominator
  }

  /** @param scale multiplies the ratio. Returns null if the denominator is 0. */
  measure(scale = 1): Interval | null {
    const { numerators, denominators } = this
    const [interval] = computeBootstrapIntervals(numerators.length, (weights) => {
      let [numerator, denominator] = [0, 0]
      for (let block = 0; block < numerators.length; block++) {
        numerator += weights[block]! * numerators[block]!
        denominator += weights[block]! * denominators[block]!
      }
      return [denominator === 0 ? null : (scale * numerator) / denominator]
    })
    return interval ?? null
  }
}
