import { type ConfidenceInterval, maxBootstrapBlocks } from '@/lib/platform/bootstrap-intervals'
import { computeProportionInterval } from '@/lib/platform/proportion-interval'

/** A proportion over problems with its interval. Must be filled problem by problem. */
export class ProportionAccumulator {
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
    const block = (this.problems - 1) % maxBootstrapBlocks
    this.numerators[block] = (this.numerators[block] ?? 0) + numerator
    this.denominators[block] = (this.denominators[block] ?? 0) + denominator
    this.numerator += numerator
    this.denominator += denominator
  }

  /** Null if the denominator is 0. */
  measure(): ConfidenceInterval | null {
    return computeProportionInterval({ hits: this.numerators, trials: this.denominators })
  }
}
