import { v7 as makeId } from 'uuid'
import type { FinishReason, Flow, Rating } from '@/lib/formats/record'
import { type LeasePurpose, Prisma } from '@/lib/generated/prisma/client'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import type { NoteKind, SolutionProgressLevel } from '../content'
import type { AnnotationContentInput, AnnotationEventInput } from '../state-fields'
import type { AnnotationContext } from './ratable-content.sql'

/** Superseded input of a draft, stored as it was sent so that the draft can be resumed. */
export type SupersededAnswers = Partial<
  Pick<AnnotationContentInput, 'supersededErrors' | 'choices'>
>

/** The row of an annotation. `ratings`, `flagged`, `chosen` and `optionCounts` have one element per reached step. */
export interface AnnotationRow {
  sequence: number
  writer: string
  basedOn: number
  flow: Flow
  revision: number
  stepCount: number
  ratings: readonly (Rating | null)[]
  supersededRatings: readonly (Rating | null)[]
  flagged: readonly (boolean | null)[]
  chosen: readonly (number | null)[]
  /** Number of options on screen at each step, including the step itself. */
  optionCounts: readonly number[]
  explanation: { text: string; option: number | null } | null
  progress: SolutionProgressLevel | null
  /** Only in drafts. */
  supersededAnswers: SupersededAnswers
  tags: readonly string[]
  hasFlagNotes: boolean
  stepTimesMs: readonly number[]
  activeMs: number
  /** Null in a draft. */
  finish: { reason: FinishReason; note: string | null } | null
}

/**
 * Stores the whole state of the user's draft of this solution. Throws `conflict` if another page
 * has saved since the state that this one is based on, if a later save of the same page came first,
 * or if the annotation is already submitted.
 */
export async function storeAnnotationRow(
  db: Transaction,
  context: AnnotationContext,
  row: AnnotationRow,
): Promise<{ id: string; hasChildRows: boolean; answerShown: boolean }> {
  const rows = await db.$queryRaw<
    { id: string; hasChildRows: boolean; answerShown: boolean }[]
  >`/* named */
    ${storeAnnotationRowSql(context, row)}
    returning id, answer_shown as "answerShown", ${hasChildRowsSql} as "hasChildRows"`
  if (!rows[0])
    throw new AppError(
      'conflict',
      'Another tab or device saved a newer version of this annotation. Nothing was overwritten.',
    )
  return rows[0]
}

/** On `annotation l`. */
export const hasChildRowsSql = Prisma.sql`(
  exists (select from option_rating r where r.project_id = l.project_id and r.annotation_id = l.id)
  or exists (select from human_option h where h.project_id = l.project_id and h.annotation_id = l.id)
  or exists (select from step_note n where n.project_id = l.project_id and n.annotation_id = l.id))`

/**
 * Inserts or updates the row `l`, unless `storeAnnotationRow` would throw. `generation` is the round that served the solution
 * when the annotation was first submitted; gold has none. The purpose of the lease says whether it is gold or screening.
 * Whether the answer is shown is decided when the annotation is started.
 * @param source a FROM clause: nothing is stored if it has no row
 * @param storedRowCondition another condition on the row to update
 */
export function storeAnnotationRowSql(
  context: AnnotationContext,
  row: AnnotationRow,
  source = Prisma.empty,
  storedRowCondition = Prisma.empty,
): Prisma.Sql {
  const { finish, explanation } = row
  const submitted = finish !== null
  const note = finish?.note?.trim() || null
  const json = (value: unknown) => JSON.stringify(value)
  return Prisma.sql`
    insert into annotation as l (project_id, id, solution_id, user_id, labeler, state, flow, revision, step_count, ratings,
      superseded_ratings, superseded_details, flagged, chosen, offered, explanation, explanation_option, progress, tags,
      has_flag_notes, step_times_ms, finish_reason,
      finish_note, submitted_at, total_time_ms, guideline_version, answer_shown, hidden_reference_share, sequence, writer, generation,
      is_quality_control, is_screening)
    select ${context.projectId}::uuid, ${makeId()}::uuid, ${context.solutionId}::uuid, ${context.userId}::uuid, ${context.userId},
      ${submitted ? 'submitted' : 'draft'}::annotation_state, ${row.flow}::flow, ${row.revision}, ${row.stepCount},
      jsonb_smallints(${json(row.ratings)}::jsonb), jsonb_smallints(${json(row.supersededRatings)}::jsonb),
      ${json(row.supersededAnswers)}::jsonb,
      jsonb_booleans(${json(row.flagged)}::jsonb), jsonb_smallints(${json(row.chosen)}::jsonb),
      jsonb_smallints(${json(row.optionCounts)}::jsonb), ${explanation?.text ?? null}, ${explanation?.option ?? null},
      ${row.progress}::progress, jsonb_texts(${json(row.tags)}::jsonb), ${row.hasFlagNotes}, jsonb_ints(${json(row.stepTimesMs)}::jsonb),
      ${finish?.reason ?? null}::finish_reason, ${note}, case when ${submitted} then now() end,
      ${row.activeMs}, ${context.guidelineVersion || null}, ${context.showsAnswer} or ${isScreeningWithAnswerSql(context)},
      case when not ${isScreeningWithAnswerSql(context)} then ${context.hiddenReferenceShare}::float8 end, ${row.sequence},
      ${row.writer}::uuid,
      case when ${submitted} then (select nullif(q.round, 0) from queue_item q
        where q.project_id = ${context.projectId}::uuid and q.solution_id = ${context.solutionId}::uuid
          and ${hasPurposeSql(context, 'work')}) end,
      ${hasPurposeSql(context, 'gold')}, ${hasPurposeSql(context, 'screening')}
    ${source}
    on conflict (project_id, solution_id, user_id) do update set
      state = excluded.state, revision = excluded.revision, step_count = excluded.step_count, ratings = excluded.ratings,
      superseded_ratings = excluded.superseded_ratings, superseded_details = excluded.superseded_details,
      flagged = excluded.flagged, chosen = excluded.chosen, offered = excluded.offered,
      explanation = excluded.explanation, explanation_option = excluded.explanation_option, progress = excluded.progress,
      tags = excluded.tags, has_flag_notes = excluded.has_flag_notes, step_times_ms = excluded.step_times_ms, finish_reason = excluded.finish_reason,
      finish_note = excluded.finish_note, submitted_at = excluded.submitted_at, total_time_ms = excluded.total_time_ms,
      guideline_version = excluded.guideline_version, answer_shown = coalesce(l.answer_shown, excluded.answer_shown),
      hidden_reference_share = case when l.answer_shown is null then excluded.hidden_reference_share else l.hidden_reference_share end,
      sequence = excluded.sequence, writer = excluded.writer, is_quality_control = excluded.is_quality_control,
      is_screening = excluded.is_screening, generation = coalesce(l.generation, excluded.generation)
    where l.state = 'draft' and l.sequence < excluded.sequence
      and (l.writer = excluded.writer or l.sequence = ${row.basedOn}) ${storedRowCondition}`
}

const hasPurposeSql = (
  { projectId, solutionId, userId }: AnnotationContext,
  purpose: LeasePurpose,
) =>
  Prisma.sql`exists (select from lease e where e.project_id = ${projectId}::uuid
    and e.solution_id = ${solutionId}::uuid and e.user_id = ${userId}::uuid and e.purpose = ${purpose}::lease_purpose)`

/** A screening is the same for everyone, so it is never in the hidden-reference arm. */
const isScreeningWithAnswerSql = (context: AnnotationContext) =>
  Prisma.sql`(${context.hiddenReferenceShare !== null} and ${hasPurposeSql(context, 'screening')})`

/**
 * The parts of an annotation outside of its row. `option` is the stored number of the solution's
 * option.
 */
export interface AnnotationChildRows {
  optionRatings: {
    step: number
    position: number
    option: number
    rating: Rating | null
    flagged: boolean
  }[]
  humanOptions: { step: number; text: string; flagged: boolean }[]
  /**
   * Option 0 is the step itself. In flow `step_choice`, whose options are numbered from 0, each is
   * one higher.
   */
  notes: { step: number; option: number; kind: NoteKind; text: string }[]
}

/**
 * Replaces the lists in one statement and deletes other rows, except reports of bad splits that a
 * reviewer has answered. A note with a new text is open again, also a flag or comment that was
 * answered as a question; the question keeps the answered text.
 */
export async function storeAnnotationChildRows(
  db: Transaction,
  { projectId, solutionId }: Pick<AnnotationContext, 'projectId' | 'solutionId'>,
  annotationId: string,
  { optionRatings, humanOptions, notes }: AnnotationChildRows,
): Promise<void> {
  await db.$executeRaw`/* named */
    with key as (select ${projectId}::uuid as project_id, ${annotationId}::uuid as annotation_id),
    rated as (select * from jsonb_to_recordset(${JSON.stringify(optionRatings)}::jsonb)
      as r(step int, position int, option int, rating int, flagged boolean)),
    human as (select * from jsonb_to_recordset(${JSON.stringify(humanOptions)}::jsonb)
      as r(step int, text text, flagged boolean)),
    note as (select * from jsonb_to_recordset(${JSON.stringify(notes)}::jsonb)
      as r(step int, option int, kind text, text text)),
    deleted_ratings as (delete from option_rating o using key p
      where o.project_id = p.project_id and o.annotation_id = p.annotation_id
        and not exists (select from rated r where r.step = o.step and r.position = o.position)),
    deleted_human_options as (delete from human_option o using key p
      where o.project_id = p.project_id and o.annotation_id = p.annotation_id
        and not exists (select from human r where r.step = o.step)),
    deleted_notes as (delete from step_note o using key p
      where o.project_id = p.project_id and o.annotation_id = p.annotation_id
        and (o.dismissed_at is null or o.kind <> 'bad_split')
        and not exists (select from note r where r.step = o.step and r.option = o.option and r.kind = o.kind::text)),
    rate as (insert into option_rating (project_id, annotation_id, solution_id, step, position, option, rating, flagged)
      select p.project_id, p.annotation_id, ${solutionId}::uuid, step, position, option, rating, flagged from key p, rated
      on conflict (project_id, annotation_id, step, position) do update
        set option = excluded.option, rating = excluded.rating, flagged = excluded.flagged
        where (option_rating.option, option_rating.rating, option_rating.flagged)
          is distinct from (excluded.option, excluded.rating, excluded.flagged)),
    write as (insert into human_option (project_id, annotation_id, step, text, flagged)
      select p.project_id, p.annotation_id, step, text, flagged from key p, human
      on conflict (project_id, annotation_id, step) do update set text = excluded.text, flagged = excluded.flagged
        where (human_option.text, human_option.flagged) is distinct from (excluded.text, excluded.flagged))
    insert into step_note (project_id, annotation_id, step, option, kind, text)
    select p.project_id, p.annotation_id, step, option, kind::step_note_kind, text from key p, note
    on conflict (project_id, annotation_id, step, option, kind) do update set text = excluded.text,
      dismissed_at = null
      where step_note.text is distinct from excluded.text`
}

/** Adds events and ignores those that were sent before. */
export async function storeAnnotationEvents(
  db: Transaction,
  context: AnnotationContext,
  { annotationId, answerShown }: { annotationId: string; answerShown: boolean },
  events: readonly AnnotationEventInput[],
): Promise<void> {
  if (events.length === 0) return
  const annotation = Prisma.sql`(select ${annotationId}::uuid as id, ${answerShown}::boolean as answer_shown)`
  await db.$executeRaw`/* named */ ${storeAnnotationEventsSql(context, events, annotation)}`
}

/** @param annotation a table or subquery with the `id` and `answer_shown` of the annotation */
export const storeAnnotationEventsSql = (
  { projectId, guidelineVersion }: AnnotationContext,
  events: readonly AnnotationEventInput[],
  annotation: Prisma.Sql,
) =>
  Prisma.sql`insert into annotation_event (project_id, annotation_id, sequence, active_ms, kind, step, option, rating, detail,
      input_method, guideline_version, answer_shown)
    select ${projectId}::uuid, a.id, sequence, "activeMs", kind, step, option, rating, detail,
      "inputMethod"::input_method, ${guidelineVersion}, a.answer_shown
    from ${annotation} a, jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as e(sequence int, "activeMs" int, kind text,
      step int, option int, rating int, detail text, "inputMethod" text)
    on conflict do nothing`
