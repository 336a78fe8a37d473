import { z } from 'zod'
import { makeAnnotationFromStepLabels } from './imported-labels'
import type { InputFormat } from './input-format'
import { displayedTextField, stepListField } from './line-fields'
import { makeProblemRecord, makeSolutionRecord, blankToNull, pickUnknownKeys } from './line-records'
import { toReadErrors, type ReadResult } from './read-result'
import type { Rating, SolutionRecord } from './record'

const stepNumbersField = z.array(z.int().min(1))

const prmbenchLine = z
  .looseObject({
    question: displayedTextField.nullish(),
    original_question: z.string().nullish(),
    modified_question: displayedTextField.nullish(),
    original_process: stepListField.nullish(),
    /** The name before publication. */
    origin_process: stepListField.nullish(),
    modified_process: stepListField,
    /** Numbers of wrong steps, from 1. */
    error_steps: stepNumbersField.nullish(),
    /** The name before publication. */
    hallucination_steps: stepNumbersField.nullish(),
    reason: z.string().nullish(),
  })
  .superRefine((line, context) => {
    if ((line.modified_question ?? line.question) == null) {
      const message = 'Expected text here or in "question".'
      context.addIssue({ code: 'custom', message, path: ['modified_question'] })
    }
    const key = line.error_steps ? 'error_steps' : 'hallucination_steps'
    const numbers = line[key]
    if (!numbers) {
      const message = 'Expected a list of step numbers.'
      context.addIssue({ code: 'custom', message, path: ['error_steps'] })
      return
    }
    const count = line.modified_process.length
    const position = numbers.findIndex((number) => number > count)
    if (position < 0) return
    const message = `There is no step ${numbers[position]}: steps are 1 to ${count}.`
    context.addIssue({ code: 'custom', message, path: [key, position] })
  })

type PrmbenchLine = z.infer<typeof prmbenchLine>

const knownKeys: ReadonlySet<string> = new Set(Object.keys(prmbenchLine.shape))

/**
 * Reads one line of PRMBench: a correct solution and a copy with planted errors. The correct one is left out if the
 * copy has another question, because a line is one problem.
 */
function readPrmbench(value: unknown): ReadResult {
  const checked = prmbenchLine.safeParse(value)
  if (!checked.success) return { ok: false, errors: toReadErrors(value, checked.error) }
  const line = checked.data
  const statement = line.modified_question ?? line.question ?? ''
  const original = line.original_process ?? line.origin_process
  const hasSameQuestion = (line.original_question ?? statement) === statement
  const solutions = [readModified(line)]
  if (original && hasSameQuestion)
    solutions.unshift(
      makeLabelled(
        original,
        original.map(() => 1),
        line,
      ),
    )
  return { ok: true, record: { problem: makeProblemRecord(statement), solutions } }
}

export const prmbenchInput: InputFormat = {
  detects: (value) =>
    Array.isArray(value.modified_process) &&
    ('error_steps' in value || 'hallucination_steps' in value),
  read: readPrmbench,
}

function readModified(line: PrmbenchLine): SolutionRecord {
  const numbers = line.error_steps ?? line.hallucination_steps ?? []
  const steps = line.modified_process
  const ratings = steps.map((_, i): Rating => (numbers.includes(i + 1) ? -1 : 1))
  const solution = makeLabelled(steps, ratings, line)
  const explanation = blankToNull(line.reason)
  if (explanation === null || !ratings.includes(-1)) return solution
  return {
    ...solution,
    annotations: solution.annotations.map((annotation) => ({ ...annotation, explanation })),
  }
}

function makeLabelled(steps: string[], ratings: Rating[], line: PrmbenchLine): SolutionRecord {
  return makeSolutionRecord({
    steps,
    metadata: pickUnknownKeys(line, knownKeys),
    annotations: [makeAnnotationFromStepLabels(ratings, 'prmbench')],
  })
}
