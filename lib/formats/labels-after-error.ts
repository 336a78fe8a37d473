import { findFirstError } from './annotation-rules'
import {
  toBinaryStepLabels,
  listPathSteps,
  listPathAndLaterSteps,
  requireNeutralPolicy,
} from './label-path'
import type { WriteOptions } from './output-format'
import type { LabelsRecord, Rating } from './record'

/** For formats that write the rating of each step. */
export function hasRatingsAfterError(ratings: readonly (Rating | null)[]): boolean {
  const error = findFirstError(ratings)
  return error !== null && ratings.slice(error + 1).some((rating) => rating !== null)
}

/**
 * For formats that write `listPathAndLaterSteps`.
 *
 * @throws AppError `invalid_input` if no neutral policy is set
 */
export function hasPathLabelsAfterError(record: LabelsRecord, options: WriteOptions): boolean {
  if (record.annotation.supersededRatings.length === 0) return false
  const neutral = requireNeutralPolicy(options)
  const binaryLabels = toBinaryStepLabels(listPathAndLaterSteps(record), neutral)
  return binaryLabels.length > toBinaryStepLabels(listPathSteps(record), neutral).length
}
