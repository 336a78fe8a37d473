import type { ConfidenceInterval } from '@/lib/platform/bootstrap-intervals'
import { formatQuantity } from '@/lib/platform/format'
import {
  minReportedSolutions,
  type AgreementMeasure,
  type AgreementMeasureName,
} from './agreement-report'

export const makeUndefinedMeasure = (reason: string): AgreementMeasure => ({
  value: null,
  low: null,
  high: null,
  missingReason: reason,
})

/** @param undefinedReason used where there is no value */
export const makeAgreementMeasure = (
  interval: ConfidenceInterval | null,
  undefinedReason: string,
): AgreementMeasure =>
  interval === null ? makeUndefinedMeasure(undefinedReason) : { ...interval, missingReason: null }

/** "14 solutions are labelled by two people; 20 are needed", or null if there are enough. */
export function explainTooFewSolutions(
  solutions: number,
  description: string,
  noun = 'solution',
): string | null {
  if (solutions >= minReportedSolutions) return null
  const subject =
    solutions === 0 ? `No ${noun} is` : formatQuantity(solutions, `${noun} is`, `${noun}s are`)
  return `${subject} ${description}; ${minReportedSolutions} are needed`
}

const identicalRatings = 'All ratings are the same'
const noSharedSteps = 'No step has two ratings'

/** Why a measure has no value although the sample is large enough. */
export const undefinedMeasureReasons: Readonly<Record<AgreementMeasureName, string>> = {
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
