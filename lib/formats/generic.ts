import {
  genericLineSchema,
  genericLineKeys,
  genericSampleKeys,
  type GenericLine,
  type GenericSample,
} from './generic-schema'
import type { InputFormat } from './input-format'
import { isJsonObject } from './json-value'
import { makeProblemRecord, blankToNull, pickUnknownKeys } from './line-records'
import { toReadErrors, type ReadResult } from './read-result'
import type { ProblemRecord, SolutionRecord } from './record'
import { isSingleSolution, toUnnestedError, nestSingleSolution } from './single-solution'

/**
 * Reads one line of generic input: a problem with `samples` (flow `solution`) or with `options`
 * (flow `step_choice`). Unknown keys of the line and of a sample become metadata; those of an
 * alternative or option object are dropped, because it has no metadata. A known optional key that
 * is null counts as missing, except a sample's `answer`: null means that the sample has no answer,
 * missing that it must be extracted.
 *
 * @param value a line parsed by `parseJsonLine`
 */
export function readGenericLine(value: unknown): ReadResult {
  const checked = genericLineSchema.safeParse(value)
  if (!checked.success) return { ok: false, errors: toReadErrors(value, checked.error) }
  const line = checked.data
  const generator = line.generator ?? null
  const solutions = line.options
    ? [readOptions(line.options, generator)]
    : (line.samples ?? []).map((sample) => readSample(sample, generator))
  return { ok: true, record: { problem: readProblem(line), solutions } }
}

const singleLineNoun = 'A line'

/** Also reads a line without `samples` that is a problem with one solution. */
function readGeneric(value: unknown): ReadResult {
  if (!isSingleSolution(value)) return readGenericLine(value)
  const { line, renamedKeys } = nestSingleSolution(value)
  const result = readGenericLine(line)
  if (result.ok) return result
  const errors = result.errors.map((error) =>
    toUnnestedError(error, { renamedKeys, noun: singleLineNoun }),
  )
  return { ok: false, errors }
}

export const genericInput: InputFormat = {
  detects: (value) => 'samples' in value || 'options' in value || isSingleSolution(value),
  read: readGeneric,
  locateError(error, value) {
    if (isSingleSolution(value)) {
      const { renamedKeys } = nestSingleSolution(value)
      return toUnnestedError(error, { renamedKeys, noun: singleLineNoun })
    }
    // The options of a step-choice line are one solution.
    return isJsonObject(value) && 'samples' in value ? error : null
  },
}

function readProblem(line: GenericLine): ProblemRecord {
  return makeProblemRecord(line.problem, {
    externalId: line.id ?? null,
    answer: blankToNull(line.answer),
    referenceSolution: blankToNull(line.solution),
    subject: line.subject ?? null,
    level: line.level == null ? null : String(line.level),
    metadata: pickUnknownKeys(line, genericLineKeys),
  })
}

function readSample(sample: GenericSample, generator: string | null): SolutionRecord {
  const options: SolutionRecord['options'] = []
  for (const [step, alternatives] of sortByStep(sample.alternatives)) {
    alternatives.forEach(({ text, source }, index) => {
      // Option 0 is the solution's own step.
      options.push({ step, option: index + 1, text, source: source ?? null })
    })
  }
  return {
    externalId: sample.id ?? null,
    flow: 'solution',
    text: sample.text ?? null,
    steps: sample.steps ?? null,
    options,
    explanations: sortByStep(sample.explanations).flatMap(([step, texts]) =>
      texts.map((text) => ({ step, text })),
    ),
    answer: sample.answer,
    isCorrect: sample.is_correct ?? null,
    score: sample.score ?? null,
    stepScores: sample.step_scores ?? null,
    generator,
    metadata: pickUnknownKeys(sample, genericSampleKeys),
    annotations: [],
  }
}

function readOptions(
  steps: NonNullable<GenericLine['options']>,
  generator: string | null,
): SolutionRecord {
  return {
    externalId: null,
    flow: 'step_choice',
    text: null,
    steps: steps.map((options) => options[0]?.text ?? ''),
    options: steps.flatMap((options, step) =>
      options.map(({ text, source }, option) => ({ step, option, text, source: source ?? null })),
    ),
    explanations: [],
    // The answer depends on the choices.
    answer: null,
    isCorrect: null,
    score: null,
    stepScores: null,
    generator,
    metadata: {},
    annotations: [],
  }
}

/** JSON keys such as "10" can be in any order. */
function sortByStep<T>(lists: Record<string, T[]> | null | undefined): [step: number, list: T[]][] {
  return Object.entries(lists ?? {})
    .map(([step, list]): [number, T[]] => [Number(step), list])
    .sort(([left], [right]) => left - right)
}
