import {
  computeBootstrapIntervals,
  type ConfidenceInterval,
  maxBootstrapBlocks,
} from '@/lib/platform/bootstrap-intervals'
import { computeProportionInterval } from '@/lib/platform/proportion-interval'
import { type BestOfSample, computeBestOfN } from '@/lib/scoring/best-of-n'
import { type EvaluationResult } from './contract'
import { bestOfNSizes } from './evaluation-limits'

const kinds = ['prmProduct', 'prmMinimum', 'score'] as const
type Kind = (typeof kinds)[number]
export type EvaluatedSample = BestOfSample<Kind>

const curves = [...kinds, 'majority', 'pass'] as const
type Curve = (typeof curves)[number]

/**
 * Accumulates best-of-N over problems, each added with all of its samples. Problems with fewer than two graded samples are
 * skipped; a problem with fewer than n samples uses all of them. Keeps sums only.
 */
export class BestOfNAccumulator {
  private problems = 0
  private samples = 0
  private unanswered = 0
  private maxSamples = 0
  private sampledProblems = 0
  /** Curves that are undefined for at least one problem. */
  private readonly undefinedCurves = new Set<Curve>()
  /** Problems per block; `sums` has the sum of each curve at each size. */
  private readonly counts: number[] = []
  private readonly sums: Float64Array[] = []

  /** @param scoredOnly skips answered samples without a ranking score, because other samples of the project have one */
  add(allSamples: readonly EvaluatedSample[], { scoredOnly }: { scoredOnly: boolean }): void {
    const samples = scoredOnly
      ? allSamples.filter(({ isAnswered, scores }) => !isAnswered || scores.score !== null)
      : allSamples
    const gradedCount = samples.filter(({ isAnswered }) => isAnswered).length
    if (gradedCount < 2) return
    const sizes = bestOfNSizes.map((size) => Math.min(size, samples.length))
    const curvesOfProblem = computeBestOfN([{ samples }], sizes, {
      kinds,
      pool: 'own',
      seed: this.problems + 1,
    })
    const block = this.problems % maxBootstrapBlocks
    this.problems += 1
    this.samples += gradedCount
    this.unanswered += samples.length - gradedCount
    this.maxSamples = Math.max(this.maxSamples, samples.length)
    this.sampledProblems += curvesOfProblem.sampled
    this.counts[block] = (this.counts[block] ?? 0) + 1
    const sums = (this.sums[block] ??= new Float64Array(curves.length * sizes.length))
    for (const [row, curve] of curves.entries()) {
      const values =
        curve === 'majority' || curve === 'pass'
          ? curvesOfProblem[curve]
          : curvesOfProblem.scores[curve]
      for (const [i, value] of values.entries())
        if (value === null) this.undefinedCurves.add(curve)
        else sums[row * sizes.length + i]! += value
    }
  }

  measure(): EvaluationResult['bestOf'] {
    if (this.problems === 0) return null
    const sizeCount = bestOfNSizes.length
    // The last of these sizes uses all samples of every problem.
    const sizes = bestOfNSizes.filter(
      (_, i) => i === 0 || (bestOfNSizes[i - 1] ?? 0) < this.maxSamples,
    )
    const listIntervals = (curve: Curve) =>
      sizes.map((_, i) => {
        if (this.undefinedCurves.has(curve)) return null
        const index = curves.indexOf(curve) * sizeCount + i
        const hits = this.sums.map((sums) => sums[index]!)
        return computeProportionInterval({ hits, trials: this.counts })
      })
    const isComparable = !this.undefinedCurves.has('score') && !this.undefinedCurves.has('majority')
    return {
      problems: this.problems,
      samples: this.samples,
      unanswered: this.unanswered,
      n: sizes.map((size) => Math.min(size, this.maxSamples)),
      prmProduct: listIntervals('prmProduct'),
      prmMinimum: listIntervals('prmMinimum'),
      score: listIntervals('score'),
      majority: listIntervals('majority'),
      pass: listIntervals('pass'),
      scoreMinusMajority: isComparable ? this.compareScoreWithMajority(sizes.length - 1) : null,
      sampledProblems: this.sampledProblems,
    }
  }

  private compareScoreWithMajority(sizeIndex: number): ConfidenceInterval | null {
    const sumOf = (sums: Float64Array, curve: Curve) =>
      sums[curves.indexOf(curve) * bestOfNSizes.length + sizeIndex]!
    const differences = this.sums.map((sums) => sumOf(sums, 'score') - sumOf(sums, 'majority'))
    if (differences.every((difference) => Math.abs(difference) < 1e-9)) {
      // No resample would differ either, so this is the interval of the share of problems that differ.
      const differingShare = computeProportionInterval({
        hits: differences.map(() => 0),
        trials: this.counts,
      })
      return (
        differingShare && {
          value: 0,
          low: differingShare.high && -differingShare.high,
          high: differingShare.high,
        }
      )
    }
    const [interval = null] = computeBootstrapIntervals(this.sums.length, (weights) => {
      let [problems, difference] = [0, 0]
      for (const [block, blockDifference] of differences.entries()) {
        problems += weights[block]! * this.counts[block]!
        difference += weights[block]! * blockDifference
      }
      return [difference / problems]
    })
    return interval
  }
}
