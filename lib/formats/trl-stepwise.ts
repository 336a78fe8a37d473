import { z } from 'zod'
import { formatQuantity } from '@/lib/platform/format'
import { makeAnnotationFromStepLabels } from './imported-labels'
import type { InputFormat } from './input-format'
import {
  toBinaryStepLabels,
  listDisplayedOptions,
  type PathStep,
  listPathAndLaterSteps,
  requireNeutralPolicy,
} from './label-path'
import { hasPathLabelsAfterError } from './labels-after-error'
import { displayedTextField, stepListField } from './line-fields'
import { makeProblemRecord, makeSolutionRecord, pickUnknownKeys } from './line-records'
import { binaryJsonLines, type LabelsOutputFormat, type WriteOptions } from './output-format'
import { toReadErrors, type ReadResult } from './read-result'
import type { LabelsRecord } from './record'

/** A row of TRL's stepwise supervision, as TRL and axolotl read it. */
export interface TrlRow {
  prompt: string
  completions: string[]
  labels: boolean[]
}

const label = z.union([z.boolean(), z.literal([0, 1]).transform((value) => value === 1)], {
  error: 'Expected true or false.',
})

const trlLine = z
  .looseObject({ prompt: displayedTextField, completions: stepListField, labels: z.array(label) })
  .superRefine(({ completions, labels }, context) => {
    if (completions.length === labels.length) return
    const message = `The row has ${formatQuantity(completions.length, 'completion')} but ${formatQuantity(labels.length, 'label')}.`
    context.addIssue({ code: 'custom', message, path: ['labels'] })
  })

const knownKeys: ReadonlySet<string> = new Set(Object.keys(trlLine.shape))

/** Reads one row of TRL's stepwise supervision. True and 1 are +1, false and 0 are -1. */
export function readTrlStepwise(value: unknown): ReadResult {
  const checked = trlLine.safeParse(value)
  if (!checked.success) return { ok: false, errors: toReadErrors(value, checked.error) }
  const { prompt, completions, labels } = checked.data
  const ratings = labels.map((isTrue) => (isTrue ? 1 : -1))
  const solution = makeSolutionRecord({
    steps: completions,
    metadata: pickUnknownKeys(checked.data, knownKeys),
    annotations: [makeAnnotationFromStepLabels(ratings, 'trl-stepwise')],
  })
  return { ok: true, record: { problem: makeProblemRecord(prompt), solutions: [solution] } }
}

export const trlStepwiseInput: InputFormat = {
  detects: (value) => 'completions' in value && 'labels' in value,
  read: readTrlStepwise,
}

/**
 * The rows of one annotation, as in TRL's own converter of PRM800K: every rated option that was not
 * continued ends a separate row, and the path is the last row. A human option is correct. Unrated
 * options end no row. The last row ends before an unrated step, at the first error, and with `drop`
 * before the first neutral step. Labels imported as a list are one row.
 *
 * @throws AppError `invalid_input` if no neutral policy is set
 */
export function* generateTrlRows(record: LabelsRecord, options: WriteOptions): Generator<TrlRow> {
  const neutral = requireNeutralPolicy(options)
  const rows = wasImportedAsLabelList(record.annotation)
    ? [listPathAndLaterSteps(record)]
    : branchPath(record, (rating) => rating !== 0 || neutral !== 'drop')
  for (const row of rows) {
    const steps = toBinaryStepLabels(row, neutral)
    if (steps.length === 0) continue
    yield {
      prompt: record.problem.statement,
      completions: steps.map(({ text }) => text),
      labels: steps.map(({ isCorrect }) => isCorrect),
    }
  }
}

/** Imported labels without a time were a list of labels, because all PRM800K lines have a time. */
function wasImportedAsLabelList({
  origin,
  recordedAt,
  optionRatings,
  humanOptions,
}: LabelsRecord['annotation']): boolean {
  const isList = optionRatings.length === 0 && humanOptions.length === 0
  return origin === 'imported' && recordedAt === null && isList
}

function* branchPath(
  record: LabelsRecord,
  isIncluded: (rating: PathStep['rating']) => boolean,
): Generator<PathStep[]> {
  const path: PathStep[] = []
  for (const displayed of listDisplayedOptions(record)) {
    for (const { text, rating, isChosen } of displayed)
      if (!isChosen && rating !== null && isIncluded(rating)) yield [...path, { text, rating }]
    const { text, rating } = displayed.find(({ isChosen }) => isChosen) ?? {
      text: '',
      rating: null,
    }
    if (rating === null || !isIncluded(rating)) break
    path.push({ text, rating })
    if (rating === -1) break
  }
  yield path
}

export const trlStepwiseOutput: LabelsOutputFormat = {
  ...binaryJsonLines,
  identifyingKeys: null,
  *write(record, options) {
    for (const row of generateTrlRows(record, options)) yield JSON.stringify(row)
  },
  hasLabelsAfterError: (record, options) =>
    wasImportedAsLabelList(record.annotation) && hasPathLabelsAfterError(record, options),
}
