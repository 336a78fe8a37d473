import { AppError } from '@/lib/platform/errors'
import { buildAnnotationRecord } from './build-annotation-record'
import { csvOutput } from './csv-rows'
import {
  describeMissingNeutralPolicy,
  type NeutralPolicy,
  type OutputFormatName,
  type PromptSeparator,
} from './format-names'
import { hasRatingsAfterError } from './labels-after-error'
import { mathShepherdOutput } from './math-shepherd'
import type { LabelsOutputFormat, OutputFormat, WriteOptions } from './output-format'
import { preferenceOutput } from './preference'
import { writePrm800kLine } from './prm800k'
import { processbenchOutput } from './processbench'
import { qwenPrmOutput } from './qwen-prm'
import type { AnnotationRecord, LabelsRecord, StoredRecord } from './record'
import { rlhflowOutput } from './rlhflow'
import { writeStepmarkLine } from './stepmark'
import { trlStepwiseOutput } from './trl-stepwise'

/** Writers of formats that have only labels. A new format goes here: only `stepmark` contains everything stored. */
export const labelsOnlyWriters: Readonly<
  Record<Exclude<OutputFormatName, 'stepmark'>, LabelsOutputFormat>
> = {
  prm800k: {
    extension: 'jsonl',
    mediaType: 'application/x-ndjson',
    needsNeutral: false,
    header: null,
    identifyingKeys: null,
    write: ({ problem, solution, annotation }) => [
      writePrm800kLine(problem, solution, buildPrm800kAnnotation(annotation)),
    ],
    hasLabelsAfterError: ({ annotation }) => hasRatingsAfterError(annotation.ratings),
  },
  'trl-stepwise': trlStepwiseOutput,
  processbench: processbenchOutput,
  'math-shepherd': mathShepherdOutput,
  rlhflow: rlhflowOutput,
  'qwen-prm': qwenPrmOutput,
  preference: preferenceOutput,
  csv: csvOutput,
}

/** All writers. */
export const outputFormats: Readonly<Record<OutputFormatName, OutputFormat>> = {
  ...labelsOnlyWriters,
  stepmark: {
    extension: 'jsonl',
    mediaType: 'application/x-ndjson',
    needsNeutral: false,
    header: null,
    identifyingKeys: null,
    write: (record) => [writeStepmarkLine(record)],
    hasLabelsAfterError: ({ annotation: { ratings, supersededRatings } }) =>
      hasRatingsAfterError(ratings) || supersededRatings.some((rating) => rating !== null),
  },
}

/**
 * Whether the output of a format has ratings after the first error. Only imported annotations can
 * have them, and each format exports what it can express.
 *
 * @throws AppError `invalid_input` if the format needs a neutral policy and none is set
 */
export function hasLabelsAfterError(
  format: OutputFormatName,
  record: StoredRecord,
  options: WriteOptions,
): boolean {
  if (record.annotation.origin !== 'imported') return false
  return outputFormats[format].hasLabelsAfterError(record, options)
}

/** @throws AppError `invalid_input` if the format has only correct and wrong and no policy is set */
export function requireNeutralPolicyForFormat(
  format: OutputFormatName,
  neutral: NeutralPolicy | null,
): void {
  if (!outputFormats[format].needsNeutral || neutral !== null) return
  throw new AppError('invalid_input', describeMissingNeutralPolicy(`The format ${format} has`))
}

/** @throws AppError `invalid_input` for a prompt separator if `preference` is not one of the formats */
export function requirePreferenceForPromptSeparator(
  formats: readonly string[],
  separator: PromptSeparator | undefined,
): void {
  if (separator === undefined || formats.includes('preference')) return
  const message =
    'Only the format preference has a prompt separator. Choose that format, or omit the separator. Nothing was written.'
  throw new AppError('invalid_input', message)
}

/** PRM800K always has a time: this one replaces unknown times. */
const noTime = '1970-01-01T00:00:00'

function buildPrm800kAnnotation(annotation: LabelsRecord['annotation']): AnnotationRecord {
  const record = buildAnnotationRecord(annotation)
  return { ...record, timestamp: record.timestamp ?? noTime }
}
