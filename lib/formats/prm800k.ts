import type { z } from 'zod'

import { AppError } from '@/lib/platform/errors'

import type { InputFormat } from './input-format'
import { isObject } from './json-value'
import { describeIssues, type ReadResult } from './place'
import {
  phase1Line,
  phase2Keys,
  phase2Line,
  type Phase1Line,
  type Phase2Line,
} from './prm800k-schema'
import { readPhase1Solution, readPhase2Solution } from './prm800k-solution'
import { dumpPythonJson, PyFloat, type PythonJson } from './python-json'
import type {
  HumanOptionRecord,
  LabellingRecord,
  OptionRatingRecord,
  ProblemRecord,
  SolutionRecord,
} from './record'

/**
 * Reads one line of PRM800K: one problem, one solution, one labelling. Phase 1 (options at each
 * step) becomes flow `step_choice`, phase 2 (a finished solution) flow `solution`.
 * `writePrm800kLine` gives the same bytes back, as long as the line has the published keys in their
 * order and was written by Python's `json.dumps`.
 *
 * A key that PRM800K does not have is refused by name: it could not be given back. Labels that
 * break the labelling rules are read all the same (see `findIrregularity`).
 *
 * - Flow `solution`: `ratings[i]` and `flagged[i]` are what was said of the text at position 0.
 *   Where that text is not the solution's step i, it also becomes an option of its own, rated at
 *   position 0.
 * - Flow `step_choice`: `steps[i]` is the text of option 0, and '' where a step offers none. The
 *   step of nulls with which some lines end is reached (`offered` null) but no step: the
 *   labelling's arrays are then longer than `steps`.
 *
 * @param value a parsed line; call it on what `parseJsonLine` let through
 */
export function readPrm800kLine(value: unknown): ReadResult {
  if (phase2Keys.some((key) => hasQuestionKey(value, key))) {
    const checked = phase2Line.safeParse(value)
    return checked.success
      ? finishReading(checked.data, readPhase2Solution(checked.data))
      : refuseLine(value, checked.error)
  }
  const checked = phase1Line.safeParse(value)
  return checked.success
    ? finishReading(checked.data, readPhase1Solution(checked.data))
    : refuseLine(value, checked.error)
}

export const prm800k: InputFormat = {
  detects: (value) => isObject(value.question) || isObject(value.label),
  read: readPrm800kLine,
}

function finishReading(line: Phase1Line | Phase2Line, solution: SolutionRecord): ReadResult {
  return { ok: true, record: { problem: readProblem(line), solutions: [solution] } }
}

function refuseLine(value: unknown, error: z.ZodError): ReadResult {
  return { ok: false, problems: describeIssues(value, error, refuseKey) }
}

function refuseKey(key: string): string {
  return `PRM800K has no key ${JSON.stringify(key)} here, so it could not be given back.`
}

function hasQuestionKey(value: unknown, key: string): boolean {
  if (typeof value !== 'object' || value === null || !('question' in value)) return false
  const { question } = value
  return typeof question === 'object' && question !== null && Object.hasOwn(question, key)
}

function readProblem({ question }: Phase1Line | Phase2Line): ProblemRecord {
  const referenceSolution =
    'ground_truth_solution' in question ? question.ground_truth_solution : undefined
  const whole = {
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
    // JSON leaves an absent solution out and writes a null one: they stay apart.
    identity: `prm800k:${JSON.stringify(whole)}`,
  }
}

/**
 * Writes one labelling as a line of PRM800K, without the newline: the exact inverse of
 * `readPrm800kLine`, and for labellings made here the same shape. The flow decides the question's
 * keys: `step_choice` has phase 1's two (a reference solution is then left out), `solution` phase
 * 2's six.
 *
 * What PRM800K has no field for (explanations, progress, reasons, metadata) is left out.
 *
 * @throws AppError `invalid_input` when the records do not fit together: a solution not split into
 * steps yet, or a position whose text is not known
 */
export function writePrm800kLine(
  problem: Pick<ProblemRecord, 'statement' | 'answer' | 'referenceSolution'>,
  solution: Pick<SolutionRecord, 'flow' | 'steps' | 'options' | 'answer' | 'score'>,
  labelling: LabellingRecord,
): string {
  return dumpPythonJson({
    labeler: labelling.labeler,
    timestamp: labelling.timestamp,
    generation: labelling.generation,
    is_quality_control_question: labelling.isQualityControl,
    is_initial_screening_question: labelling.isScreening,
    question: buildQuestion(problem, solution),
    label: {
      steps: buildSteps(solution, labelling),
      total_time: labelling.totalTimeMs,
      finish_reason: labelling.finishReason,
    },
  })
}

function buildQuestion(
  problem: Pick<ProblemRecord, 'statement' | 'answer' | 'referenceSolution'>,
  solution: Pick<SolutionRecord, 'flow' | 'steps' | 'answer' | 'score'>,
): PythonJson {
  if (solution.flow === 'step_choice') {
    return { problem: problem.statement, ground_truth_answer: problem.answer }
  }
  if (solution.steps === null) {
    throw new AppError('invalid_input', 'The solution is not split into steps yet.')
  }
  return {
    problem: problem.statement,
    ground_truth_solution: problem.referenceSolution ?? null,
    ground_truth_answer: problem.answer,
    pre_generated_steps: solution.steps,
    pre_generated_answer: solution.answer ?? null,
    pre_generated_verifier_score: solution.score === null ? null : new PyFloat(solution.score),
  }
}

function buildSteps(
  solution: Pick<SolutionRecord, 'flow' | 'steps' | 'options'>,
  labelling: LabellingRecord,
): PythonJson[] {
  const texts = new Map(
    solution.options.map(({ step, option, text }) => [`${step}/${option}`, text]),
  )
  solution.steps?.forEach((text, step) => {
    // In `step_choice` option 0 is listed already, and says the same.
    if (!texts.has(`${step}/0`)) texts.set(`${step}/0`, text)
  })
  const rated = new Map(labelling.optionRatings.map((row) => [`${row.step}/${row.position}`, row]))
  const humans = new Map(labelling.humanOptions.map((human) => [human.step, human]))
  // In `step_choice` no position is the solution's own: what has no rating of its own is unrated.
  const ownPosition = solution.flow === 'solution' ? 0 : null
  return labelling.ratings.map((_, step) => {
    const offered = labelling.offered[step] ?? null
    return {
      completions:
        offered === null
          ? null
          : Array.from({ length: offered }, (_, position) =>
              buildCompletion(labelling, texts, rated.get(`${step}/${position}`), {
                step,
                position,
                isOwn: position === ownPosition,
              }),
            ),
      human_completion: buildHuman(humans.get(step)),
      chosen_completion: labelling.chosen[step] ?? null,
    }
  })
}

function buildCompletion(
  labelling: LabellingRecord,
  texts: ReadonlyMap<string, string>,
  row: OptionRatingRecord | undefined,
  { step, position, isOwn }: { step: number; position: number; isOwn: boolean },
): PythonJson {
  const text = texts.get(`${step}/${row?.option ?? position}`)
  if (text === undefined) {
    const message = `The text at step ${step}, position ${position} is not known.`
    throw new AppError('invalid_input', message, { step, position })
  }
  if (row) return { text, rating: row.rating, flagged: row.flagged }
  if (!isOwn) return { text, rating: null, flagged: false }
  return {
    text,
    rating: labelling.ratings[step] ?? null,
    flagged: labelling.flagged[step] ?? null,
  }
}

function buildHuman(human: HumanOptionRecord | undefined): PythonJson {
  if (!human) return null
  const { text, flagged, correctedRating } = human
  const shape = { text, rating: null, source: 'human', flagged }
  return correctedRating === undefined ? shape : { ...shape, corrected_rating: correctedRating }
}
