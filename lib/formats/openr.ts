import { z } from 'zod'
import { importLineLimits } from './import-line-limits'
import { makeAnnotationFromStepLabels } from './imported-labels'
import type { InputFormat } from './input-format'
import { displayedTextField } from './line-fields'
import { makeProblemRecord, makeSolutionRecord, pickUnknownKeys } from './line-records'
import { toReadErrors, type ReadError, type ReadResult } from './read-result'
import { mathShepherdTag } from './step-tags'

/** Ends a step in OpenR's files for Qwen. */
const blankLinesTag = '\n\n\n\n\n'

const labelField = z.union([z.literal(['+', '-']), z.boolean(), z.literal([0, 1])], {
  error: 'Expected + or -, true or false, or 1 or 0.',
})
const labelListField = z.array(labelField).min(1).max(importLineLimits.steps)

const openrLine = z
  .looseObject({
    question: displayedTextField,
    process: displayedTextField,
    label: labelListField.optional(),
    labels: labelListField.optional(),
  })
  .superRefine(({ label, labels }, context) => {
    if ((label === undefined) !== (labels === undefined)) return
    const message = label
      ? 'Use "label" or "labels", not both.'
      : 'Expected a list in "label" or in "labels".'
    context.addIssue({ code: 'custom', message, path: ['label'] })
  })

const knownKeys: ReadonlySet<string> = new Set(Object.keys(openrLine.shape))

/**
 * Reads one training line of OpenR: `process` is the steps, each followed by a tag (`ки`, or five line breaks), and `label`
 * or `labels` has one value per step.
 */
export function readOpenr(value: unknown): ReadResult {
  const checked = openrLine.safeParse(value)
  if (!checked.success) return { ok: false, errors: toReadErrors(value, checked.error) }
  const line = checked.data
  const key = line.labels ? 'labels' : 'label'
  const labels = line[key] ?? []
  const steps = cutProcess(line.process)
  const error = checkSteps(steps, labels.length, key)
  if (error) return { ok: false, errors: [error] }
  const ratings = labels.map((label) => (label === '-' || label === false || label === 0 ? -1 : 1))
  const solution = makeSolutionRecord({
    steps,
    metadata: pickUnknownKeys(line, knownKeys),
    annotations: [makeAnnotationFromStepLabels(ratings, 'openr')],
  })
  return { ok: true, record: { problem: makeProblemRecord(line.question), solutions: [solution] } }
}

export const openrInput: InputFormat = {
  detects: ({ question, process, label, labels }) =>
    typeof question === 'string' && typeof process === 'string' && Array.isArray(label ?? labels),
  read: readOpenr,
}

/** The texts before the tags. A text after the last tag is a step too. */
function cutProcess(process: string): string[] {
  const tag = process.includes(mathShepherdTag) ? mathShepherdTag : blankLinesTag
  const parts = process.split(tag).map((part) => part.trim())
  return parts.at(-1) === '' ? parts.slice(0, -1) : parts
}

function checkSteps(steps: readonly string[], labelCount: number, key: string): ReadError | null {
  const blank = steps.indexOf('')
  if (blank >= 0) return { location: 'process', reason: `Step ${blank + 1} is empty.` }
  if (steps.length === labelCount) return null
  return { location: key, reason: `There are ${steps.length} steps but ${labelCount} labels.` }
}
