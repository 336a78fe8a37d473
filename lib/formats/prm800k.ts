import type { z } from 'zod'
import { AppError } from '@/lib/platform/errors'
import type { InputFormat } from './input-format'
import { isJsonObject } from './json-value'
import {
  phase1Schema,
  phase2OnlyKeys,
  phase2Schema,
  type Phase1Line,
  type Phase2Line,
} from './prm800k-schema'
import { readPhase1Solution, readPhase2Solution } from './prm800k-solution'
import {
  dumpPythonJsonUnescaped,
  escapeNonAscii,
  PythonFloat,
  type PythonJsonValue,
} from './python-json'
import { toReadErrors, type ReadResult } from './read-result'
import type { HumanOptionRecord, AnnotationRecord, ProblemRecord, SolutionRecord } from './record'

/**
 * Reads one line of PRM800K: one problem, one solution, one annotation. Phase 1 (options at each
 * step) becomes flow `step_choice`, phase 2 (a finished solution) flow `solution`.
 * `writePrm800kLine` restores the same bytes if the line has the published keys in their order and
 * was written by Python's `json.dumps`, with the score as a float and the time as an int: a score
 * of `1` becomes `1.0`, and a time of `5.0` becomes `5`.
 *
 * A key that PRM800K does not have is rejected, because it could not be exported. Labels that break
 * the annotation rules are accepted (see `findAnnotationIrregularity`).
 *
 * - Flow `solution`: `ratings[i]` and `flagged[i]` are about the text at position 0. If that text
 * is not the solution's step i, it also becomes a separate option, rated at position 0.
 * - Flow `step_choice`: `steps[i]` is the text of option 0, or '' if a step has none. The step of
 * nulls at the end of some lines is visited (`optionCounts` null) but not a step: the annotation's
 * arrays are then longer than `steps`.
 *
 * @param value a line parsed by `parseJsonLine`
 */
export function readPrm800kLine(value: unknown): ReadResult {
  if (phase2OnlyKeys.some((key) => hasQuestionKey(value, key))) {
    const checked = phase2Schema.safeParse(value)
    return checked.success
      ? finishReading(checked.data, readPhase2Solution(checked.data))
      : makeLineErrors(value, checked.error)
  }
  const checked = phase1Schema.safeParse(value)
  return checked.success
    ? finishReading(checked.data, readPhase1Solution(checked.data))
    : makeLineErrors(value, checked.error)
}

export const prm800kInput: InputFormat = {
  detects: (value) => isJsonObject(value.question) || isJsonObject(value.label),
  read: readPrm800kLine,
}

function finishReading(line: Phase1Line | Phase2Line, solution: SolutionRecord): ReadResult {
  return { ok: true, record: { problem: readProblem(line), solutions: [solution] } }
}

function makeLineErrors(value: unknown, error: z.ZodError): ReadResult {
  return { ok: false, errors: toReadErrors(value, error, describeUnknownKey) }
}

function describeUnknownKey(key: string): string {
  return `PRM800K has no key ${JSON.stringify(key)} here, so an export would lose it.`
}

function hasQuestionKey(value: unknown, key: string): boolean {
  if (typeof value !== 'object' || value === null || !('question' in value)) return false
  const { question } = value
  return typeof question === 'object' && question !== null && Object.hasOwn(question, key)
}

function readProblem({ question }: Phase1Line | Phase2Line): ProblemRecord {
  const referenceSolution =
    'ground_truth_solution' in question ? question.ground_truth_solution : undefined
  const identifyingFields = {
    problem: question.problem,
    solution: referenceSolution,
    answer: question.ground_truth_answer,
  }
  return {
    externalId: null,
    statement: question.problem,
    answer: question.ground_truth_answer,
    referenceSolution,
    subject: null,
    level: null,
    metadata: {},
    // JSON omits an absent solution and writes a null one, so the two stay distinct.
    identity: `prm800k:${JSON.stringify(identifyingFields)}`,
  }
}

/**
 * Writes one annotation as a line of PRM800K, without the newline: the exact inverse of
 * `readPrm800kLine`, and the same shape for annotations labelled here. The flow decides the question's
 * keys: the two of phase 1 for `step_choice` (without the reference solution), the six of phase 2
 * for `solution`.
 *
 * Omits what PRM800K has no field for (explanations, progress, reasons, metadata).
 *
 * @throws AppError `invalid_input` if the records are inconsistent: a solution not split into steps
 * yet, or a position whose text is unknown
 */
export function writePrm800kLine(
  problem: Pick<ProblemRecord, 'statement' | 'answer' | 'referenceSolution'>,
  solution: Pick<SolutionRecord, 'flow' | 'steps' | 'options' | 'answer' | 'score'>,
  annotation: AnnotationRecord,
): string {
  // Written directly instead of dumping an object, because this is most of the cost of an export.
  const stepTexts = solution.steps?.map(dumpPythonJsonUnescaped) ?? []
  return escapeNonAscii(
    `{"labeler": ${dumpPythonJsonUnescaped(annotation.labeler)}, "timestamp": ${dumpPythonJsonUnescaped(annotation.timestamp)}, ` +
      `"generation": ${dumpPythonJsonUnescaped(annotation.generation)}, ` +
      `"is_quality_control_question": ${annotation.isQualityControl}, ` +
      `"is_initial_screening_question": ${annotation.isScreening}, ` +
      `"question": ${writeQuestion(problem, solution, stepTexts)}, ` +
      `"label": {"steps": [${writeSteps(solution, annotation, stepTexts)}], ` +
      `"total_time": ${dumpPythonJsonUnescaped(annotation.totalTimeMs)}, ` +
      `"finish_reason": "${annotation.finishReason}"}}`,
  )
}

/** @param stepTexts the solution's steps, dumped */
function writeQuestion(
  problem: Pick<ProblemRecord, 'statement' | 'answer' | 'referenceSolution'>,
  solution: Pick<SolutionRecord, 'flow' | 'steps' | 'answer' | 'score'>,
  stepTexts: readonly string[],
): string {
  const statement = dumpPythonJsonUnescaped(problem.statement)
  const answer = dumpPythonJsonUnescaped(problem.answer)
  if (solution.flow === 'step_choice') {
    return `{"problem": ${statement}, "ground_truth_answer": ${answer}}`
  }
  if (solution.steps === null) {
    throw new AppError('invalid_input', 'The solution is not split into steps yet.')
  }
  const score = solution.score === null ? null : new PythonFloat(solution.score)
  return (
    `{"problem": ${statement}, ` +
    `"ground_truth_solution": ${dumpPythonJsonUnescaped(problem.referenceSolution ?? null)}, ` +
    `"ground_truth_answer": ${answer}, ` +
    `"pre_generated_steps": [${stepTexts.join(', ')}], ` +
    `"pre_generated_answer": ${dumpPythonJsonUnescaped(solution.answer ?? null)}, ` +
    `"pre_generated_verifier_score": ${dumpPythonJsonUnescaped(score)}}`
  )
}

function writeSteps(
  solution: Pick<SolutionRecord, 'flow' | 'options'>,
  annotation: AnnotationRecord,
  stepTexts: readonly string[],
): string {
  const texts = new Map(
    solution.options.map(({ step, option, text }) => [
      positionKey(step, option),
      dumpPythonJsonUnescaped(text),
    ]),
  )
  const ratedOptions = new Map(
    annotation.optionRatings.map((row) => [positionKey(row.step, row.position), row]),
  )
  const humans = new Map(annotation.humanOptions.map((human) => [human.step, human]))
  // In `step_choice` no position is the solution's own, so a position without a rating row is
  // unrated.
  const ownPosition = solution.flow === 'solution' ? 0 : null

  const writeCompletion = (step: number, position: number): string => {
    const row = ratedOptions.get(positionKey(step, position))
    const option = row?.option ?? position
    // In `step_choice` option 0 is already listed, with the same text as the step.
    const text =
      texts.get(positionKey(step, option)) ?? (option === 0 ? stepTexts[step] : undefined)
    if (text === undefined) {
      const message = `The text at step ${step}, position ${position} is missing.`
      throw new AppError('invalid_input', message, { step, position })
    }
    if (row) return `{"text": ${text}, "rating": ${row.rating}, "flagged": ${row.flagged}}`
    if (position !== ownPosition) return `{"text": ${text}, "rating": null, "flagged": false}`
    const [rating, flagged] = [annotation.ratings[step] ?? null, annotation.flagged[step] ?? null]
    return `{"text": ${text}, "rating": ${rating}, "flagged": ${flagged}}`
  }

  let line = ''
  for (const step of annotation.ratings.keys()) {
    const optionCount = annotation.optionCounts[step] ?? null
    let completions = ''
    for (let position = 0; position < (optionCount ?? 0); position++)
      completions += (position === 0 ? '' : ', ') + writeCompletion(step, position)
    if (step > 0) line += ', '
    line +=
      `{"completions": ${optionCount === null ? null : `[${completions}]`}, ` +
      `"human_completion": ${dumpPythonJsonUnescaped(buildHuman(humans.get(step)))}, ` +
      `"chosen_completion": ${annotation.chosenPositions[step] ?? null}}`
  }
  return line
}

/** Combines both numbers in one, because a text would have to be created for each lookup. */
function positionKey(step: number, option: number): number {
  return step * 2 ** 20 + option
}

function buildHuman(human: HumanOptionRecord | undefined): PythonJsonValue {
  if (!human) return null
  const { text, flagged, correctedRating } = human
  const shape = { text, rating: null, source: 'human', flagged }
  return correctedRating === undefined ? shape : { ...shape, corrected_rating: correctedRating }
}
