import { dumpPythonJson, PythonFloat, type PythonJsonValue } from './python-json'
import type {
  LabellingEventRecord,
  StoredAnnotation,
  StoredProblem,
  StoredRecord,
  StoredSolution,
} from './record'
import { type StepmarkLine, stepmarkFormatVersion } from './stepmark-schema'

/**
 * Writes everything stored for one annotation as a line in the stepmark format, without the
 * newline. Every key is always present in the same order, so that exports can be compared as text.
 * The bytes are those of Python's `json.dumps`: ASCII, and a score of -0 stays -0.
 */
export function writeStepmarkLine({ problem, solution, annotation, events }: StoredRecord): string {
  const line = {
    format: 'stepmark',
    version: stepmarkFormatVersion,
    problem: buildProblem(problem),
    solution: buildSolution(solution),
    annotation: buildAnnotation(annotation),
    events: events && events.map(buildEvent),
  } satisfies LineOf<StepmarkLine>
  return dumpPythonJson(line)
}

/** The published shape, except that `metadata` and `score` can be any value that `dumpPythonJson` writes. */
type LineOf<T> = T extends readonly unknown[]
  ? { [K in keyof T]: LineOf<T[K]> }
  : T extends object
    ? { [K in keyof T]: K extends 'metadata' | 'score' ? PythonJsonValue : LineOf<T[K]> }
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
    metadata: problem.metadata as PythonJsonValue,
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
    verdict_source: solution.verdictSource,
    grader_version: solution.graderVersion,
    score: solution.score === null ? null : new PythonFloat(solution.score),
    step_scores: solution.stepScores,
    generator: solution.generator,
    metadata: solution.metadata as PythonJsonValue,
  }
}

function buildAnnotation(annotation: StoredAnnotation) {
  return {
    id: annotation.id,
    labeler: annotation.labeler,
    origin: annotation.origin,
    state: annotation.state,
    started_at: annotation.startedAt,
    submitted_at: annotation.submittedAt,
    recorded_at: annotation.recordedAt,
    finish_reason: annotation.finishReason,
    finish_note: annotation.finishNote,
    step_count: annotation.stepCount,
    ratings: annotation.ratings,
    flagged: annotation.flagged,
    chosen_positions: annotation.chosenPositions,
    option_counts: annotation.optionCounts,
    superseded_ratings: annotation.supersededRatings,
    ...buildDetails(annotation),
    step_times_ms: annotation.stepTimesMs,
    total_time_ms: annotation.totalTimeMs,
    revision: annotation.revision,
    guideline_version: annotation.guidelineVersion,
    answer_shown: annotation.answerShown,
    hidden_reference_share: annotation.hiddenReferenceShare,
    generation: annotation.generation,
    is_quality_control: annotation.isQualityControl,
    is_screening: annotation.isScreening,
    irregular: annotation.irregular,
  }
}

/** Ratings of options, explanation of the first error, progress, tags and notes. */
function buildDetails(annotation: StoredAnnotation) {
  return {
    option_ratings: annotation.optionRatings.map(({ step, position, option, rating, flagged }) => ({
      step,
      position,
      option,
      rating,
      flagged,
    })),
    human_options: annotation.humanOptions.map(({ step, text, flagged, correctedRating }) => ({
      step,
      text,
      flagged,
      corrected_rating: correctedRating,
    })),
    explanation: annotation.explanation,
    explanation_option: annotation.explanationOption,
    progress: annotation.progress,
    tags: annotation.tags,
    notes: annotation.notes.map(({ step, option, kind, text, dismissedAt }) => ({
      step,
      option,
      kind,
      text,
      dismissed_at: dismissedAt,
    })),
  }
}

function buildEvent(event: LabellingEventRecord) {
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
  }
}
