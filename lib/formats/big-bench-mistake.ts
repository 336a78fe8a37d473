import { z } from 'zod'
import { makeAnnotationFromFirstError } from './imported-labels'
import type { InputFormat } from './input-format'
import { displayedTextField, stepListField } from './line-fields'
import { makeProblemRecord, makeSolutionRecord, blankToNull, pickUnknownKeys } from './line-records'
import { toReadErrors, type ReadResult } from './read-result'

const mistakeLine = z
  .looseObject({
    input: displayedTextField,
    steps: stepListField,
    answer: z.string().nullish(),
    target: z.string().nullish(),
    mistake_index: z.int().min(0).nullable(),
  })
  .superRefine(({ steps, mistake_index: mistake }, context) => {
    if (mistake === null || mistake < steps.length) return
    const message = `There is no step ${mistake}: steps are 0 to ${steps.length - 1}.`
    context.addIssue({ code: 'custom', message, path: ['mistake_index'] })
  })

const knownKeys: ReadonlySet<string> = new Set(Object.keys(mistakeLine.shape))

/**
 * Reads one line of BIG-Bench-Mistake. `mistake_index` is the first wrong step, from 0, or null if
 * there is none.
 */
export function readBigBenchMistake(value: unknown): ReadResult {
  const checked = mistakeLine.safeParse(value)
  if (!checked.success) return { ok: false, errors: toReadErrors(value, checked.error) }
  const line = checked.data
  const solution = makeSolutionRecord({
    steps: line.steps,
    answer: line.answer === undefined ? undefined : blankToNull(line.answer),
    metadata: pickUnknownKeys(line, knownKeys),
    annotations: [
      makeAnnotationFromFirstError(line.steps.length, line.mistake_index, 'big-bench-mistake'),
    ],
  })
  const problem = makeProblemRecord(line.input, { answer: blankToNull(line.target) })
  return { ok: true, record: { problem, solutions: [solution] } }
}

export const bigBenchMistakeInput: InputFormat = {
  detects: (value) => 'mistake_index' in value,
  read: readBigBenchMistake,
}
