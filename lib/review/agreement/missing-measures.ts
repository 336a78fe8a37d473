import type { Interval } from '@/lib/platform/bootstrap-intervals'
import { formatQuantity } from '@/lib/platform/format'
import { minSolutions, type Measure, type MeasureName } from './report'

export const makeMissingMeasure = (reason: string): Measure => ({
  value: null,
  low: null,
  high: null,
  missingReason: reason,
})

/** @param undefinedReasons used where there is no value */
export const makeMeasure = (interval: Interval | null, undefinedReasons: string): Measure =>
  interval === null ? makeMissingMeasure(undefinedReasons) : { ...interval, missingReason: null }

/** "14 solutions are labelled by two people; 20 are needed", or null if there are enough. */
export function explainSampleShortage(
  solutions: number,
  what: string,
  noun = 'solution',
): string | null {
  if (solutions >= minSolutions) return null
  const has =
    solutions === 0 ? `No ${noun} is` : formatQuantity(solutions, `${noun} is`, `${noun}s are`)
  return `${has} ${what}; ${minSolutions} are needed`
}

const identicalRatings = 'All ratings are the same'
const noSharedSteps = 'No step has two ratings'

/** Why a measure has no value although the sample is large enough. */
export const undefinedReasons: Readonly<Record<MeasureName, string>> = {
  firstErrorExact: noSharedSteps,
  firstErrorWithinOne: noSharedSteps,
  anyErrorKappa: 'Each pair of annotators found an error in all shared solutions, or in none',
  alphaError: 'All steps with two ratings are negative, or none',
  alphaNominal: identicalRatings,
  alphaOrdinal: identicalRatings,
  fleissKappa: identicalRatings,
  gwetAc1: noSharedSteps,
  gwetAc2: noSharedSteps,
  sameRating: noSharedSteps,
  goldF1: 'Needs gold with an error and gold without one',
}
