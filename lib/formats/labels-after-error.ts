import { findFirstError } from './annotation-rules'
import type { OutputFormatName } from './format-names'
import {
  toBinaryStepLabels,
  listPathSteps,
  listPathStepsWithLaterLabels,
  requireNeutralPolicy,
} from './label-path'
import type { WriteOptions } from './output-format'
import type { Rating, StoredRecord } from './record'
import { wasImportedAsLabelList } from './trl-stepwise'

/**
 * Whether the output of a format has ratings after the first error. Only imported labels do, and
 * each format exports what it can express.
 *
 * @throws AppError `invalid_input` if the format needs a neutral policy and none is set
 */
export function hasLabelsAfterError(
  format: OutputFormatName,
  record: StoredRecord,
  options: WriteOptions,
): boolean {
  const { origin, ratings, supersededRatings } = record.annotation
  if (origin !== 'imported') return false
  switch (format) {
    case 'prm800k':
    case 'csv':
      return continuesAfterError(ratings)
    case 'stepmark':
      return continuesAfterError(ratings) || supersededRatings.some((rating) => rating !== null)
    case 'trl-stepwise':
      return wasImportedAsLabelList(record.annotation) && pathContinuesAfterError(record, options)
    case 'math-shepherd':
      return pathContinuesAfterError(record, options)
    case 'processbench':
    case 'rlhflow':
    case 'qwen-prm':
    case 'preference':
      return false
  }
}

function continuesAfterError(ratings: readonly (Rating | null)[]): boolean {
  const error = findFirstError(ratings)
  return error !== null && ratings.slice(error + 1).some((rating) => rating !== null)
}

function pathContinuesAfterError(record: StoredRecord, options: WriteOptions): boolean {
  if (record.annotation.supersededRatings.length === 0) return false
  const neutral = requireNeutralPolicy(options)
  const judgedSteps = toBinaryStepLabels(listPathStepsWithLaterLabels(record), neutral)
  return judgedSteps.length > toBinaryStepLabels(listPathSteps(record), neutral).length
}
