import { dumpPythonJson, PyFloat, type PythonJson } from './python-json'
import type {
  EventRecord,
  StoredLabelling,
  StoredProblem,
  StoredRecord,
  StoredSolution,
} from './record'
import { type StepmarkLine, stepmarkVersion } from './stepmark-schema'

/**
 * Writes everything that is stored of one labelling as a line of the format `stepmark`, without the newline. Every key
 * is always there, in the same order, so that two exports can be compared as text. The bytes are those of Python's
 * `json.dumps`: ASCII, and a score of -0 stays one.
 */
export function writeStepmarkLine({ problem, solution, labelling, events }: StoredRecord): string {
  const line = {
    format: 'stepmark',
    version: stepmarkVersion,
    problem: buildProblem(problem),
    solution: buildSolution(solution),
    labelling: buildLabelling(labelling),
    events: events && events.map(buildEvent),
  } satisfies LineOf<StepmarkLine>
  return dumpPythonJson(line)
}

/** The published shape, but for what is written otherwise: floats, and metadata, which may be any JSON. */
type LineOf<T> = T extends readonly unknown[]
  ? { [K in keyof T]: LineOf<T[K]> }
  : T extends object
    ? { [K in keyof T]: K extends 'metadata' | 'score' ? PythonJson : LineOf<T[K]> }
    : T

function buildProblem(problem: StoredProblem) {
  return {
    id: problem.id,
    external_id: problem.externalId,
    statement: problem.statement,
    answer: problem.answer,
    reference_solution: problem.referenceSolution,
    subject: problem.subject,
    level: problem.level,
    metadata: problem.metadata as PythonJson,
  }
}

function buildSolution(solution: StoredSolution) {
  return {
    id: solution.id,
    external_id: solution.externalId,
    flow: solution.flow,
    text: solution.text,
    splitter: solution.splitter,
    step_spans: solution.stepSpans,
    steps: solution.steps,
    step_ids: solution.stepIds,
    revision: solution.revision,
    options: solution.options.map(({ step, option, text, source }) => ({
      step,
      option,
      text,
      source,
    })),
    explanations: solution.explanations.map(({ step, position, text }) => ({
      step,
      position,
      text,
    })),
    answer: solution.answer,
    verdict: solution.verdict,
    verdict_reason: solution.verdictReason,
    verdict_by: solution.verdictBy,
    grader_version: solution.graderVersion,
    score: solution.score === null ? null : new PyFloat(solution.score),
    step_scores: solution.stepScores,
    generator: solution.generator,
    metadata: solution.metadata as PythonJson,
  }
}

function buildLabelling(labelling: StoredLabelling) {
  return {
    id: labelling.id,
    labeler: labelling.labeler,
    origin: labelling.origin,
    state: labelling.state,
    started_at: labelling.startedAt,
    submitted_at: labelling.submittedAt,
    recorded_at: labelling.recordedAt,
    finish_reason: labelling.finishReason,
    finish_note: labelling.finishNote,
    step_count: labelling.stepCount,
    ratings: labelling.ratings,
    flagged: labelling.flagged,
    chosen: labelling.chosen,
    offered: labelling.offered,
    aside: labelling.aside,
    ...buildSaid(labelling),
    step_times_ms: labelling.stepTimesMs,
    total_time_ms: labelling.totalTimeMs,
    revision: labelling.revision,
    guideline_version: labelling.guidelineVersion,
    answer_shown: labelling.answerShown,
    blind_share: labelling.blindShare,
    generation: labelling.generation,
    is_quality_control: labelling.isQualityControl,
    is_screening: labelling.isScreening,
    irregular: labelling.irregular,
  }
}

/** What was said of options, of the first error and beside steps. */
function buildSaid(labelling: StoredLabelling) {
  return {
    option_ratings: labelling.optionRatings.map(({ step, position, option, rating, flagged }) => ({
      step,
      position,
      option,
      rating,
      flagged,
    })),
    human_options: labelling.humanOptions.map(({ step, text, flagged, correctedRating }) => ({
      step,
      text,
      flagged,
      corrected_rating: correctedRating,
    })),
    explanation: labelling.explanation,
    explanation_option: labelling.explanationOption,
    progress: labelling.progress,
    tags: labelling.tags,
    notes: labelling.notes.map(({ step, option, kind, text, dismissedAt }) => ({
      step,
      option,
      kind,
      text,
      dismissed_at: dismissedAt,
    })),
  }
}

function buildEvent(event: EventRecord) {
  return {
    sequence: event.sequence,
    received_at: event.receivedAt,
    active_ms: event.activeMs,
    kind: event.kind,
    step: event.step,
    option: event.option,
    rating: event.rating,
    detail: event.detail,
    input_method: event.inputMethod,
    guideline_version: event.guidelineVersion,
    answer_shown: event.answerShown,
    hint_shown: event.hintShown,
  }
}
