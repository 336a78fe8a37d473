import { bestOfN, type BestOfSample } from '@/lib/scoring/best-of-n'
import { blockCount, bootstrap, type Interval } from '@/lib/platform/bootstrap'
import { bestOfSizes, type EvaluationResult } from './contract'

const kinds = ['prmProduct', 'prmMinimum', 'score'] as const
type Kind = (typeof kinds)[number]
export type Sample = BestOfSample<Kind>

const curves = [...kinds, 'majority', 'pass'] as const
type Curve = (typeof curves)[number]

/**
 * Best-of-N over problems that come one by one, each with all its samples. A problem counts with two samples or more that
 * are right or wrong; of fewer than n all are taken. It holds sums, not samples.
 */
export class BestOfTally {
  private problems = 0
  private samples = 0
  private unanswered = 0
  private most = 0
  private drawn = 0
  /** Curves that a problem could not be given. */
  private readonly missing = new Set<Curve>()
  /** By block: problems, then for each curve the sum at each size. */
  private readonly counts: number[] = []
  private readonly sums: Float64Array[] = []

  /** @param scoredOnly leaves out samples without the score that ranks: the project has such scores, and these lack them */
  add(given: readonly Sample[], { scoredOnly }: { scoredOnly: boolean }): void {
    const samples = scoredOnly
      ? given.filter(({ isAnswered, scores }) => !isAnswered || scores.score !== null)
      : given
    const settled = samples.filter(({ isAnswered }) => isAnswered).length
    if (settled < 2) return
    const sizes = bestOfSizes.map((size) => Math.min(size, samples.length))
    const found = bestOfN([{ samples }], sizes, { kinds, pool: 'own', seed: this.problems + 1 })
    const block = this.problems % blockCount
    this.problems += 1
    this.samples += settled
    this.unanswered += samples.length - settled
    this.most = Math.max(this.most, samples.length)
    this.drawn += found.drawn
    this.counts[block] = (this.counts[block] ?? 0) + 1
    const sums = (this.sums[block] ??= new Float64Array(curves.length * sizes.length))
    for (const [row, curve] of curves.entries()) {
      const values = curve === 'majority' || curve === 'pass' ? found[curve] : found.scores[curve]
      for (const [i, value] of values.entries())
        if (value === null) this.missing.add(curve)
        else sums[row * sizes.length + i]! += value
    }
  }

  measure(): EvaluationResult['bestOf'] {
    if (this.problems === 0) return null
    const all = bestOfSizes.length
    // The next size above what problems have says what all of them come to.
    const sizes = bestOfSizes.filter((_, i) => i === 0 || (bestOfSizes[i - 1] ?? 0) < this.most)
    const last = sizes.length - 1
    const [score, majority] = [curves.indexOf('score'), curves.indexOf('majority')]
    const intervals = bootstrap(this.sums.length, (weights) => {
      let problems = 0
      const means = new Float64Array(curves.length * all)
      for (const [block, sums] of this.sums.entries()) {
        const weight = weights[block]!
        if (weight === 0) continue
        problems += weight * this.counts[block]!
        for (let i = 0; i < means.length; i++) means[i]! += weight * sums[i]!
      }
      for (let i = 0; i < means.length; i++) means[i]! /= problems
      return [...means, means[score * all + last]! - means[majority * all + last]!]
    })
    const take = (curve: Curve) =>
      sizes.map((_, i) => {
        const interval = intervals[curves.indexOf(curve) * all + i]
        return interval && !this.missing.has(curve) ? clamp(interval) : null
      })
    const isComparable = !this.missing.has('score') && !this.missing.has('majority')
    return {
      problems: this.problems,
      samples: this.samples,
      unanswered: this.unanswered,
      n: sizes.map((size) => Math.min(size, this.most)),
      prmProduct: take('prmProduct'),
      prmMinimum: take('prmMinimum'),
      score: take('score'),
      majority: take('majority'),
      pass: take('pass'),
      overMajority: (isComparable && intervals.at(-1)) || null,
      drawnProblems: this.drawn,
    }
  }
}

/** Sums of chances may be a little above 1. */
function clamp({ value, low, high }: Interval): Interval {
  const within = (share: number | null) => share && Math.min(1, Math.max(0, share))
  return { value: Math.min(1, Math.max(0, value)), low: within(low), high: within(high) }
}
