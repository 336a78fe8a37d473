import {
  computeBootstrapIntervalsInPieces,
  type Interval,
  type ResampleCounts,
} from '@/lib/platform/bootstrap-intervals'
import { computeProportionInterval } from '@/lib/platform/proportion-interval'
import type { BootstrapOptions } from './bootstrap-options'
import { widenNearPerfectAgreement } from './near-perfect-agreement'
import {
  countAnyErrorAgreement,
  expectPairDisagreement,
  measurePairs,
  type Outcomes,
} from './pair-outcomes'
import {
  comparedColumn,
  exactColumn,
  firstStepColumn,
  problemColumnCount,
  withinColumn,
} from './problem-columns'
import { type ProblemBlocks, sumBlocks } from './problem-sums'
import type { MeasureName } from './report'
import { countStepAgreement, expectStepDisagreement, measureSteps } from './step-measures'

export interface SharedSolutions {
  blocks: ProblemBlocks
  solutions: number
  outcomes: Outcomes
}

type SharedMeasure = Exclude<MeasureName, 'goldF1'>

/**
 * Every measure over the solutions that annotators share. Proportions have exact intervals, others a bootstrap's, which
 * is widened if annotators rarely disagree. Three
 * annotators of a solution are three pairs but not three observations.
 */
export function* measureShared(
  { blocks, solutions, outcomes }: SharedSolutions,
  options: BootstrapOptions,
): Generator<undefined, Record<SharedMeasure, Interval | null>> {
  const sums = new Float64Array(problemColumnCount)
  const measure = (weights: ResampleCounts): (number | null)[] => {
    sumBlocks(blocks, weights, sums)
    return [measurePairs(outcomes, weights), ...measureSteps(sums, firstStepColumn)]
  }
  const sampled = yield* computeBootstrapIntervalsInPieces(blocks.count, measure, options)
  sumBlocks(blocks, new Uint16Array(blocks.count).fill(1), sums)
  const expected = [
    expectPairDisagreement(outcomes, blocks.count),
    ...expectStepDisagreement(sums, firstStepColumn),
  ]
  const { sameRating, sameError } = countSameRatings(blocks)
  const agreements = [
    countAnyErrorAgreement(outcomes, blocks.count),
    ...[sameError, sameRating, sameRating, sameRating, sameRating, sameRating],
  ].map((counts) => ({ ...counts, observations: solutions }))
  const bootstrapped = sampled.map((interval, i) =>
    widenNearPerfectAgreement(interval, agreements[i]!, expected[i]!),
  )
  const [
    anyErrorKappa = null,
    alphaError = null,
    alphaNominal = null,
    alphaOrdinal = null,
    fleissKappa = null,
    gwetAc1 = null,
    gwetAc2 = null,
  ] = bootstrapped
  const trials = readColumn(blocks, comparedColumn)
  const measureProportion = (column: number) =>
    computeProportionInterval({ hits: readColumn(blocks, column), trials, observations: solutions })
  return {
    firstErrorExact: measureProportion(exactColumn),
    firstErrorWithinOne: measureProportion(withinColumn),
    ...{ anyErrorKappa, alphaError, alphaNominal, alphaOrdinal, fleissKappa, gwetAc1, gwetAc2 },
    sameRating: computeProportionInterval(sameRating),
  }
}

const readColumn = ({ count, sums }: ProblemBlocks, column: number) =>
  Float64Array.from({ length: count }, (_, block) => sums[block * problemColumnCount + column]!)

function countSameRatings({ count, sums }: ProblemBlocks) {
  const blocks = Array.from({ length: count }, (_, block) =>
    countStepAgreement(sums, block * problemColumnCount + firstStepColumn),
  )
  const trials = blocks.map(({ steps }) => steps)
  return {
    sameRating: { hits: blocks.map(({ same }) => same), trials },
    sameError: { hits: blocks.map(({ sameError }) => sameError), trials },
  }
}
