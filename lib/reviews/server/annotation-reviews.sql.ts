import { excerptMaxLength } from '@/lib/agreement/server/disagreements.sql'
import type { FinishReason } from '@/lib/formats/record'
import { Prisma } from '@/lib/generated/prisma/client'
import type { ReviewAction } from '@/lib/generated/prisma/enums'
import { maxCountedListItems } from '@/lib/platform/max-counted-list-items'
import type { Transaction } from '@/lib/platform/server/database'
import type { ReviewState } from '../reviewed-fields'
import {
  isAnnotatorNameHiddenSql,
  hasDisagreementSql,
  lastReviewJoinSql,
  reviewStateSql,
  visibleAnnotatorNameSql,
} from './review-state.sql'
import type { ReviewReaderScope, ReviewScope } from './reviewed-annotations.sql'
import { roundedSubmissionTimeSql, submissionTieSql } from './submission-times'

/** Adds a review to annotations. They must be locked, because reviews are numbered. */
export async function insertReviews(
  db: Transaction,
  { projectId, annotations }: { projectId: string; annotations: readonly string[] },
  { action, note, userId }: { action: ReviewAction; note: string; userId: string },
): Promise<void> {
  await db.$executeRaw`
    insert into annotation_review (project_id, annotation_id, number, action, note, user_id, submitted_at)
    select l.project_id, l.id, 1 + (select coalesce(max(v.number), 0) from annotation_review v
        where v.project_id = l.project_id and v.annotation_id = l.id),
      ${action}::review_action, ${note}, ${userId}::uuid, l.submitted_at
    from annotation l where l.project_id = ${projectId}::uuid and l.id = any (${[...annotations]}::uuid[])`
}

/** Newest first. */
export async function listReviewsOfAnnotation(
  db: Transaction,
  projectId: string,
  annotation: string,
) {
  const rows = await db.$queryRaw<{ action: ReviewAction; note: string; by: string; at: Date }[]>`
    select v.action::text as action, v.note, u.name as by, v.created_at as at
    from annotation_review v join app_user u on u.id = v.user_id
    where v.project_id = ${projectId}::uuid and v.annotation_id = ${annotation}::uuid order by v.number desc`
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }))
}

export interface ReviewListRow {
  annotation: string
  solution: string
  person: string | null
  state: ReviewState
  at: Date
  problem: string
  finishReason: FinishReason
  stepCount: number
  rated: number
  activeMs: number
  note: string | null
  isDisputed: boolean
  selectionProbability: number | null
  cursor: string
}

interface ReviewFilter {
  state?: ReviewState | undefined
  person?: string | undefined
  sample?: 'review' | undefined
}

/** Condition of a filter: submitted annotations, or returned ones for that state. Never includes imports. */
const matchesFilterSql = (
  { projectId, hidesAnnotatorNames }: ReviewScope,
  { state, person, sample }: ReviewFilter,
) => {
  const stateSql =
    state === 'returned' ? Prisma.sql`l.state = 'draft'` : Prisma.sql`l.state = 'submitted'`
  // Starts from reviewed and adjudicated annotations, because they are few.
  const reviewedSql =
    state === 'returned' || state === 'corrected' || state === 'accepted'
      ? Prisma.sql`and l.id in (select v.annotation_id from annotation_review v
          where v.project_id = ${projectId}::uuid
            and v.action = ${state === 'accepted' ? 'accepted' : 'returned'}::review_action)`
      : state === 'adjudicated'
        ? Prisma.sql`and l.solution_id in (select a.solution_id from adjudication a
            where a.project_id = ${projectId}::uuid and a.withdrawn_at is null)`
        : Prisma.empty
  return Prisma.sql`l.project_id = ${projectId}::uuid and l.user_id is not null and l.flow = 'solution' and ${stateSql} ${reviewedSql}
    ${state ? Prisma.sql`and ${reviewStateSql} = ${state}` : Prisma.empty}
    ${
      sample
        ? Prisma.sql`and l.id in (select annotation_id from review_sample where project_id = ${projectId}::uuid)`
        : Prisma.empty
    }
    ${person ? Prisma.sql`and l.user_id = ${person}::uuid and not ${isAnnotatorNameHiddenSql(hidesAnnotatorNames)}` : Prisma.empty}`
}

/** Sort column and direction. The review sample is sorted by the time of sampling, which follows the submission. */
function chooseOrder({ hidesTimes }: ReviewReaderScope, { state, sample }: ReviewFilter) {
  const tie = (id: Prisma.Sql) => submissionTieSql(id, hidesTimes)
  const timeColumn = state === 'returned' ? Prisma.sql`r.created_at` : Prisma.sql`l.submitted_at`
  if (sample)
    return {
      at: timeColumn,
      sortTime: roundedSubmissionTimeSql(Prisma.sql`d.drawn_at`, hidesTimes),
      tie,
      direction: Prisma.sql`asc`,
      isAfter: Prisma.sql`>`,
    }
  return {
    at: timeColumn,
    sortTime: roundedSubmissionTimeSql(timeColumn, hidesTimes && state !== 'returned'),
    tie,
    direction: Prisma.sql`desc`,
    isAfter: Prisma.sql`<`,
  }
}

const idColumn = Prisma.sql`l.id`

const reviewSampleJoinSql = Prisma.sql`
  left join review_sample d on d.project_id = l.project_id and d.annotation_id = l.id`

/** Drafts are private, so a returned annotation is listed as it was when it was returned. */
const submittedColumnsSql = ({ state }: ReviewFilter) =>
  state === 'returned'
    ? Prisma.sql`v.record->>'finish_reason' as "finishReason", (v.record->>'step_count')::int as "stepCount",
        jsonb_array_length(jsonb_path_query_array(v.record, '$.ratings[*] ? (@ != null)')) as rated,
        (v.record->>'total_time_ms')::float8 as "activeMs"`
    : Prisma.sql`l.finish_reason::text as "finishReason", l.step_count as "stepCount",
        cardinality(array_remove(l.ratings, null)) as rated, l.total_time_ms::float8 as "activeMs"`

const returnedVersionJoinSql = ({ state }: ReviewFilter) =>
  state === 'returned'
    ? Prisma.sql`join lateral (select a.record from annotation_archive a
        where a.project_id = l.project_id and a.annotation_id = l.id and a.reason = 'returned'
        order by a.number desc limit 1) v on true`
    : Prisma.empty

/** Newest first; the review sample in the order of sampling. */
export function listAnnotationsByReviewState(
  db: Transaction,
  scope: ReviewReaderScope,
  filter: ReviewFilter,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<ReviewListRow[]> {
  const [microseconds, id] = after?.split('_') ?? []
  const { at, sortTime, tie, direction, isAfter } = chooseOrder(scope, filter)
  const afterCursor = after
    ? Prisma.sql`and (${sortTime}, ${tie(idColumn)}) ${isAfter}
        (timestamptz 'epoch' + ${microseconds}::bigint * interval '1 microsecond', ${tie(Prisma.sql`${id}::uuid`)})`
    : Prisma.empty
  return db.$queryRaw<ReviewListRow[]>`
    select l.id as annotation, l.solution_id as solution,
      ${visibleAnnotatorNameSql(scope.hidesAnnotatorNames, Prisma.sql`u.name`)} as person, ${reviewStateSql} as state, ${at} as at,
      left(p.statement, ${excerptMaxLength}::int) as problem, ${submittedColumnsSql(filter)},
      nullif(r.note, '') as note, ${hasDisagreementSql} as "isDisputed",
      d.chance as "selectionProbability", (extract(epoch from ${sortTime}) * 1000000)::bigint::text || '_' || l.id as cursor
    from annotation l ${lastReviewJoinSql} ${returnedVersionJoinSql(filter)} ${reviewSampleJoinSql}
      join app_user u on u.id = l.user_id
      join solution s on s.project_id = l.project_id and s.id = l.solution_id
      join problem p on p.project_id = s.project_id and p.id = s.problem_id
    where ${matchesFilterSql(scope, filter)} ${afterCursor}
    order by ${sortTime} ${direction}, ${tie(idColumn)} ${direction} limit ${limit}`
}

/** The next item of the list after an annotation, even if that one no longer belongs to the list; null at the end. */
export async function findNextAnnotationToReview(
  db: Transaction,
  scope: ReviewReaderScope,
  filter: ReviewFilter,
  annotation: string,
): Promise<string | null> {
  const { sortTime, tie, direction, isAfter } = chooseOrder(scope, filter)
  const [row] = await db.$queryRaw<{ annotation: string }[]>`
    select l.id as annotation from annotation l ${lastReviewJoinSql} ${reviewSampleJoinSql}
    where ${matchesFilterSql(scope, filter)} and (${sortTime}, ${tie(idColumn)}) ${isAfter} (
      select ${sortTime}, ${tie(idColumn)} from annotation l ${lastReviewJoinSql} ${reviewSampleJoinSql}
      where l.project_id = ${scope.projectId}::uuid and l.id = ${annotation}::uuid)
    order by ${sortTime} ${direction}, ${tie(idColumn)} ${direction} limit 1`
  return row?.annotation ?? null
}

/** A project without reference answers may have a million unsure verdicts, so the search is limited. */
const maxCheckedSolutions = 10_000

/** Solutions without a final answer that a person can enter. Without a reference answer, no one can. */
const countUnansweredSql = (projectId: string) => Prisma.sql`(
  select count(*)::int from (
    select from (
      select s.problem_id from solution s
      where s.project_id = ${projectId}::uuid and s.verdict = 'unsure' and s.verdict_source <> 'person' and s.answer is null
      limit ${maxCheckedSolutions}) checked
    join problem p on p.project_id = ${projectId}::uuid and p.id = checked.problem_id
    where p.answer is not null limit ${maxCountedListItems}) few)`

/** Counts stop at `maxCountedListItems`, except those of annotators. */
export async function countReviewWork(db: Transaction, projectId: string) {
  const scope = { projectId, hidesAnnotatorNames: false }
  const count = (state: ReviewState, sample?: 'review') => Prisma.sql`(select count(*)::int from (
    select from annotation l ${lastReviewJoinSql} where ${matchesFilterSql(scope, { state, sample })} limit ${maxCountedListItems}) few)`
  const [row] = await db.$queryRaw<
    [
      {
        returned: number
        corrected: number
        sampled: number
        unsureAnswers: number
        noAnswer: number
        adjudicated: number
        paused: number
        screeningFailed: number
      },
    ]
  >`
    select ${count('returned')} as returned, ${count('corrected')} as corrected,
      ${count('submitted', 'review')} as sampled,
      (select count(*)::int from (select from unsure_answer a
        where a.project_id = ${projectId}::uuid limit ${maxCountedListItems}) few) as "unsureAnswers",
      ${countUnansweredSql(projectId)} as "noAnswer",
      (select count(*)::int from (select from adjudication a
        where a.project_id = ${projectId}::uuid and a.withdrawn_at is null limit ${maxCountedListItems}) few) as adjudicated,
      (select count(*)::int from member m where m.project_id = ${projectId}::uuid and m.paused_at is not null) as paused,
      (select count(*)::int from queue_admission q
        join queue_settings g on g.project_id = q.project_id and g.requires_screening
        join member m on m.project_id = q.project_id and m.user_id = q.user_id and m.role = 'annotator'
        where q.project_id = ${projectId}::uuid and q.status = 'failed') as "screeningFailed"`
  return row
}
