import {
  computeBootstrapIntervalsInSteps,
  type ConfidenceInterval,
  type ResampleCounts,
} from '@/lib/platform/bootstrap-intervals'
import { computeProportionInterval } from '@/lib/platform/proportion-interval'
import type { AgreementMeasureName } from './agreement-report'
import type { BootstrapOptions } from './bootstrap-options'
import { widenIntervalOfNearPerfectAgreement } from './near-perfect-agreement'
import {
  countErrorPresenceAgreement,
  computeExpectedPairDisagreement,
  computeMeanPairKappa,
  type PairOutcomeCounts,
} from './pair-outcomes'
import {
  comparedPairsColumn,
  exactAgreementColumn,
  stepSumsColumn,
  problemColumnCount,
  withinOneStepColumn,
} from './problem-columns'
import { type ProblemBlocks, sumProblemBlocks } from './problem-sums'
import {
  countStepAgreement,
  computeExpectedStepDisagreement,
  computeStepMeasures,
} from './step-measures'

export interface SharedSolutionSums {
  blocks: ProblemBlocks
  solutions: number
  outcomes: PairOutcomeCounts
}

type SharedMeasure = Exclude<AgreementMeasureName, 'goldF1'>

/**
 * Every measure over the solutions that annotators share. Proportions have exact intervals, others bootstrap intervals,
 * which are widened if annotators rarely disagree. Three annotators of a solution are three pairs but not three
 * observations.
 */
export function* measureSharedSolutions(
  { blocks, solutions, outcomes }: SharedSolutionSums,
  options: BootstrapOptions,
): Generator<undefined, Record<SharedMeasure, ConfidenceInterval | null>> {
  const sums = new Float64Array(problemColumnCount)
  const measure = (weights: ResampleCounts): (number | null)[] => {
    sumProblemBlocks(blocks, weights, sums)
    return [computeMeanPairKappa(outcomes, weights), ...computeStepMeasures(sums, stepSumsColumn)]
  }
  const bootstrapIntervals = yield* computeBootstrapIntervalsInSteps(blocks.count, measure, options)
  sumProblemBlocks(blocks, new Uint16Array(blocks.count).fill(1), sums)
  const expected = [
    computeExpectedPairDisagreement(outcomes, blocks.count),
    ...computeExpectedStepDisagreement(sums, stepSumsColumn),
  ]
  const { sameRating, sameError } = countSameRatings(blocks)
  const agreements = [
    countErrorPresenceAgreement(outcomes, blocks.count),
    ...[sameError, sameRating, sameRating, sameRating, sameRating, sameRating],
  ].map((counts) => ({ ...counts, observations: solutions }))
  const widenedIntervals = bootstrapIntervals.map((interval, i) =>
    widenIntervalOfNearPerfectAgreement(interval, agreements[i]!, expected[i]!),
  )
  const [
    anyErrorKappa = null,
    alphaError = null,
    alphaNominal = null,
    alphaOrdinal = null,
    fleissKappa = null,
    gwetAc1 = null,
    gwetAc2 = null,
  ] = widenedIntervals
  const trials = readColumn(blocks, comparedPairsColumn)
  const measureProportion = (column: number) =>
    computeProportionInterval({ hits: readColumn(blocks, column), trials, observations: solutions })
  return {
    firstErrorExact: measureProportion(exactAgreementColumn),
    firstErrorWithinOne: measureProportion(withinOneStepColumn),
    anyErrorKappa,
    alphaError,
    alphaNominal,
    alphaOrdinal,
    fleissKappa,
    gwetAc1,
    gwetAc2,
    sameRating: computeProportionInterval(sameRating),
  }
}

const readColumn = ({ count, sums }: ProblemBlocks, column: number) =>
  Float64Array.from({ length: count }, (_, block) => sums[block * problemColumnCount + column]!)

function countSameRatings({ count, sums }: ProblemBlocks) {
  const blocks = Array.from({ length: count }, (_, block) =>
    countStepAgreement(sums, block * problemColumnCount + stepSumsColumn),
  )
  const trials = blocks.map(({ steps }) => steps)
  return {
    sameRating: { hits: blocks.map(({ ratingAgreement }) => ratingAgreement), trials },
    sameError: { hits: blocks.map(({ errorAgreement }) => errorAgreement), trials },
  }
}
