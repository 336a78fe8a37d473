import { z } from 'zod'
import { importLineLimits } from './import-line-limits'
import { makeAnnotationFromFirstError } from './imported-labels'
import type { InputFormat } from './input-format'
import { displayedTextField, sourceIdOrNameField } from './line-fields'
import { makeProblemRecord, makeSolutionRecord, blankToNull, pickUnknownKeys } from './line-records'
import { toReadErrors, type ReadResult } from './read-result'

/** Means that there is no error. */
const noError = 'N/A'

const mrBenLine = z.looseObject({
  Question_UUID: sourceIdOrNameField.nullish(),
  Subject: z.string().nullish(),
  Question: displayedTextField,
  Options: z.string().nullish(),
  Ground_Truth_Analysis: z.string().nullish(),
  Ground_Truth_Answer: z.string().nullish(),
  Sampled_Model: z.string().nullish(),
  // Lines within a step can be blank.
  Model_Solution_Steps: z
    .array(z.union([displayedTextField, z.string().regex(/^\s*$/)]))
    .min(1)
    .max(importLineLimits.steps),
  Model_Solution_Correctness: z.literal(['correct', 'incorrect'], {
    error: 'Expected "correct" or "incorrect".',
  }),
  Model_Solution_First_Error_Step: z
    .union([z.string(), z.int()])
    .transform(String)
    .pipe(
      z.string().regex(/^(?:N\/A|[1-9]\d{0,4})$/, { error: 'Expected a step from 1, or "N/A".' }),
    ),
  Model_Solution_Error_Reason: z.union([z.string(), z.array(z.string())]).nullish(),
})

type MrBenLine = z.infer<typeof mrBenLine>

const errorKey = 'Model_Solution_First_Error_Step'
const knownKeys: ReadonlySet<string> = new Set(Object.keys(mrBenLine.shape))

/**
 * Reads one model solution of Mr-Ben. The first error is given by the solution's own step numbers
 * (`Step 3: `), so lines of a numbered step that are separate steps are joined to it. The choices
 * belong to the statement. Empty steps are left out. `incorrect` is about the whole reasoning, not the final answer, so the
 * answer is then graded.
 */
export function readMrBen(value: unknown): ReadResult {
  const checked = mrBenLine.safeParse(value)
  if (!checked.success) return { ok: false, errors: toReadErrors(value, checked.error) }
  const line = checked.data
  const firstErrorStep = line[errorKey]
  if ((firstErrorStep === noError) !== (line.Model_Solution_Correctness === 'correct')) {
    const reason = `The solution is ${line.Model_Solution_Correctness}, but its first error is ${firstErrorStep}.`
    return { ok: false, errors: [{ location: errorKey, reason }] }
  }
  const entries = joinNumbered(line.Model_Solution_Steps)
  const steps = entries.filter(isNotBlank)
  if (steps.length === 0) {
    const reason = 'Every step is empty.'
    return { ok: false, errors: [{ location: 'Model_Solution_Steps', reason }] }
  }
  const position = firstErrorStep === noError ? null : findNumbered(entries, Number(firstErrorStep))
  if (position === -1) {
    const reason = `There is no step ${firstErrorStep}: steps are 1 to ${entries.length}.`
    return { ok: false, errors: [{ location: errorKey, reason }] }
  }
  if (position !== null && !isNotBlank(entries[position] ?? '')) {
    const reason = `Step ${firstErrorStep} is empty, so it can’t be the first error.`
    return { ok: false, errors: [{ location: errorKey, reason }] }
  }
  const error = position === null ? null : entries.slice(0, position).filter(isNotBlank).length
  return {
    ok: true,
    record: { problem: readProblem(line), solutions: [readSolution(line, steps, error)] },
  }
}

export const mrBenInput: InputFormat = {
  detects: (value) => 'Model_Solution_Steps' in value,
  read: readMrBen,
}

function readProblem(line: MrBenLine) {
  const choices = blankToNull(line.Options)
  return makeProblemRecord(choices === null ? line.Question : `${line.Question}\n\n${choices}`, {
    answer: blankToNull(line.Ground_Truth_Answer),
    referenceSolution: blankToNull(line.Ground_Truth_Analysis),
    subject: line.Subject ?? null,
    // Not an external id: the choices of one question can differ between solutions.
    metadata: line.Question_UUID == null ? {} : { Question_UUID: line.Question_UUID },
  })
}

function readSolution(line: MrBenLine, steps: string[], error: number | null) {
  const annotation = makeAnnotationFromFirstError(steps.length, error, 'mr-ben')
  const explanation = error === null ? '' : joinReasons(line.Model_Solution_Error_Reason)
  return makeSolutionRecord({
    steps,
    answer: readChoice(steps.at(-1) ?? ''),
    isCorrect: error === null ? true : null,
    generator: line.Sampled_Model ?? null,
    metadata: pickUnknownKeys(line, knownKeys),
    annotations: [explanation === '' ? annotation : { ...annotation, explanation }],
  })
}

const isNotBlank = (text: string) => text.trim() !== ''

function joinReasons(value: MrBenLine['Model_Solution_Error_Reason']): string {
  const reasons = typeof value === 'string' ? [value] : (value ?? [])
  return reasons
    .map((reason) => reason.trim())
    .filter((reason) => isNotBlank(reason) && reason !== noError)
    .join('\n\n')
}

/** `B` from `Solution: Choice_B`. Without one, the answer is extracted as for all solutions. */
function readChoice(lastStep: string): string | undefined {
  return /^\s*Solution:\s*Choice[_ ]([A-Z])\b/.exec(lastStep)?.[1]
}

function readStepNumber(step: string): number | null {
  const match = /^\s*Step (\d{1,5})\b/.exec(step)?.[1]
  return match === undefined ? null : Number(match)
}

/**
 * If steps are numbered 1, 2, 3 and so on, joins each with the lines up to the next, and the lines
 * before to the first.
 */
function joinNumbered(lines: readonly string[]): string[] {
  const starts = lines.flatMap((step, i) => (readStepNumber(step) === null ? [] : [i]))
  const isInOrder = starts.every((index, i) => readStepNumber(lines[index] ?? '') === i + 1)
  const lastStart = starts.at(-1)
  if (!isInOrder || lastStart === undefined) return [...lines]
  const joinedSteps = starts.map((index, i) => {
    const end = starts[i + 1] ?? lastStart + 1
    return lines.slice(i === 0 ? 0 : index, end).join('\n')
  })
  // Lines after the last number can be its continuation or a conclusion, so they stay separate.
  return [...joinedSteps, ...lines.slice(lastStart + 1)]
}

/** The index of the step with that number, else of the step at that position; -1 for none. */
function findNumbered(steps: readonly string[], number: number): number {
  const match = steps.findIndex((step) => readStepNumber(step) === number)
  if (match >= 0) return match
  return number <= steps.length ? number - 1 : -1
}
