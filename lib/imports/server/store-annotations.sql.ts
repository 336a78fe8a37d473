import type { LabellingEventRecord } from '@/lib/formats/record'
import type { Transaction } from '@/lib/platform/server/database'
import type { PreparedAnnotation } from './prepared-line'
import type { LookupContext } from './stored-records.sql'

export type NewAnnotation = PreparedAnnotation & {
  solutionId: string
  flow: string
  /** From the line's option numbers to the stored ones, by `step/option`. */
  optionNumbers: ReadonlyMap<string, number>
}

/** One JSON parameter for all rows, as in lib/annotations/server/store-annotation.sql.ts. */
export async function insertAnnotations(
  db: Transaction,
  { projectId, importId }: LookupContext,
  annotations: readonly NewAnnotation[],
): Promise<void> {
  if (annotations.length === 0) return
  const rows = JSON.stringify(annotations.map(writeRow))
  await db.$executeRaw`
    insert into annotation (project_id, id, solution_id, import_id, labeler, identity, state, origin, flow, step_count,
      ratings, flagged, chosen, offered, superseded_ratings, finish_reason, finish_note, explanation, explanation_option, progress, tags,
      step_times_ms, revision, irregular, generation, is_quality_control, is_screening, recorded_at, started_at,
      submitted_at, total_time_ms, guideline_version, answer_shown, hidden_reference_share)
    select ${projectId}::uuid, id, solution_id, ${importId}::uuid, labeler, decode(identity, 'hex'), 'submitted',
      origin::annotation_origin, flow::flow, step_count, jsonb_smallints(ratings), jsonb_booleans(flagged),
      jsonb_smallints(chosen), jsonb_smallints(offered), jsonb_smallints(superseded_ratings), finish_reason::finish_reason, finish_note,
      explanation, explanation_option, progress::progress, jsonb_texts(tags), jsonb_ints(step_times_ms), revision, irregular,
      generation, is_quality_control, is_screening, recorded_at, coalesce(started_at, now()), submitted_at, total_time_ms,
      guideline_version, answer_shown, hidden_reference_share
    from jsonb_to_recordset(${rows}::jsonb) as r(id uuid, identity text, solution_id uuid, labeler text, origin text,
      flow text, step_count int, ratings jsonb, flagged jsonb, chosen jsonb, offered jsonb, superseded_ratings jsonb, finish_reason text,
      finish_note text, explanation text, explanation_option int, progress text, tags jsonb, step_times_ms jsonb,
      revision int, irregular text, generation int, is_quality_control boolean, is_screening boolean, recorded_at text,
      started_at timestamptz, submitted_at timestamptz, total_time_ms bigint, guideline_version int, answer_shown boolean,
      hidden_reference_share float8)
    order by id`
  await insertOptionRatings(db, projectId, annotations)
  const humanOptions = annotations.flatMap(({ id, stored }) =>
    stored.humanOptions.map(({ step, text, flagged, correctedRating }) => ({
      projectId,
      annotationId: id,
      step,
      text,
      flagged,
      correctedRating,
    })),
  )
  if (humanOptions.length > 0) await db.humanOption.createMany({ data: humanOptions })
}

function writeRow({ id, identity, solutionId, flow, stored }: NewAnnotation) {
  return {
    id,
    identity,
    solution_id: solutionId,
    flow,
    labeler: stored.labeler,
    origin: stored.origin,
    step_count: stored.stepCount,
    ratings: stored.ratings,
    flagged: stored.flagged,
    chosen: stored.chosenPositions,
    offered: stored.optionCounts,
    superseded_ratings: stored.supersededRatings,
    finish_reason: stored.finishReason,
    finish_note: stored.finishNote,
    explanation: stored.explanation,
    explanation_option: stored.explanationOption,
    progress: stored.progress,
    tags: stored.tags,
    step_times_ms: stored.stepTimesMs,
    revision: stored.revision,
    irregular: stored.irregular,
    generation: stored.generation,
    is_quality_control: stored.isQualityControl,
    is_screening: stored.isScreening,
    recorded_at: stored.recordedAt,
    started_at: stored.startedAt,
    submitted_at: stored.submittedAt,
    total_time_ms: stored.totalTimeMs,
    guideline_version: stored.guidelineVersion,
    answer_shown: stored.answerShown,
    hidden_reference_share: stored.hiddenReferenceShare,
  }
}

async function insertOptionRatings(
  db: Transaction,
  projectId: string,
  annotations: readonly NewAnnotation[],
): Promise<void> {
  const rows = annotations.flatMap(({ id, solutionId, stored, optionNumbers }) =>
    stored.optionRatings.map((rating) => ({
      ...rating,
      option: optionNumbers.get(`${rating.step}/${rating.option}`) ?? rating.option,
      annotation_id: id,
      solution_id: solutionId,
    })),
  )
  if (rows.length === 0) return
  await db.$executeRaw`
    insert into option_rating (project_id, annotation_id, step, position, solution_id, option, rating, flagged)
    select ${projectId}::uuid, annotation_id, step, position, solution_id, option, rating, flagged
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(annotation_id uuid, step int, position int,
      solution_id uuid, option int, rating int, flagged boolean)`
}

/**
 * The option of a note: 0 is the step itself. In `step_choice`, whose options start from 0, each is
 * one higher.
 */
export async function insertNotes(
  db: Transaction,
  { projectId }: LookupContext,
  annotations: readonly NewAnnotation[],
): Promise<void> {
  const rows = annotations.flatMap(({ id, flow, stored, optionNumbers }) =>
    stored.notes.map(({ step, option, kind, text, dismissedAt }) => {
      const number = option === null ? null : (optionNumbers.get(`${step}/${option}`) ?? option)
      return {
        annotation_id: id,
        step,
        kind,
        text,
        dismissed_at: dismissedAt,
        option: number === null ? 0 : number + (flow === 'step_choice' ? 1 : 0),
      }
    }),
  )
  if (rows.length === 0) return
  await db.$executeRaw`
    insert into step_note (project_id, annotation_id, step, option, kind, text, dismissed_at)
    select ${projectId}::uuid, annotation_id, step, option, kind::step_note_kind, text, dismissed_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(annotation_id uuid, step int, option int, kind text,
      text text, dismissed_at timestamptz)`
}

export async function insertEvents(
  db: Transaction,
  { projectId }: LookupContext,
  lists: readonly { annotationId: string; events: readonly LabellingEventRecord[] }[],
): Promise<void> {
  const rows = lists.flatMap(({ annotationId, events }) =>
    events.map((event) => ({ ...event, annotationId })),
  )
  if (rows.length === 0) return
  await db.$executeRaw`
    insert into annotation_event (project_id, annotation_id, sequence, received_at, active_ms, kind, step, option, rating,
      detail, input_method, guideline_version, answer_shown)
    select ${projectId}::uuid, "annotationId", sequence, "receivedAt", "activeMs", kind, step, option, rating, detail,
      "inputMethod"::input_method, "guidelineVersion", "answerShown"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r("annotationId" uuid, sequence int,
      "receivedAt" timestamptz, "activeMs" int, kind text, step int, option int, rating int, detail text,
      "inputMethod" text, "guidelineVersion" int, "answerShown" boolean)`
}
