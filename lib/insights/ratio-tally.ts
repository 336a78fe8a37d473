import { blockCount, bootstrap, type Interval } from '@/lib/platform/bootstrap'

/** A ratio of two sums over problems, and how sure it is. Problems come one after the other, each whole. */
export class RatioTally {
  over = 0
  under = 0
  problems = 0
  private readonly overs: number[] = []
  private readonly unders: number[] = []
  private problem = ''

  add(problem: string, over: number, under: number): void {
    if (problem !== this.problem || this.problems === 0) {
      this.problem = problem
      this.problems += 1
    }
    const block = (this.problems - 1) % blockCount
    this.overs[block] = (this.overs[block] ?? 0) + over
    this.unders[block] = (this.unders[block] ?? 0) + under
    this.over += over
    this.under += under
  }

  /** @param scale what the ratio is multiplied with; null: nothing to divide by */
  measure(scale = 1): Interval | null {
    const { overs, unders } = this
    const [interval] = bootstrap(overs.length, (weights) => {
      let [over, under] = [0, 0]
      for (let block = 0; block < overs.length; block++) {
        over += weights[block]! * overs[block]!
        under += weights[block]! * unders[block]!
      }
      return [under === 0 ? null : (scale * over) / under]
    })
    return interval ?? null
  }
}
