import { firstErrorSql, isQualityControlSql } from '@/lib/annotations/server/annotation-rules.sql'
import { Prisma } from '@/lib/generated/prisma/client'
import type { Transaction } from '@/lib/platform/server/database'
import { isInactiveMemberSql } from '@/lib/projects/server/active-member.sql'
import {
  isAdjudicatedSql,
  lastReviewJoinSql,
  reviewStateSql,
  visibleAnnotatorNameSql,
} from '@/lib/reviews/server/review-state.sql'
import type { ReviewReaderScope } from '@/lib/reviews/server/reviewed-annotations.sql'
import { roundedSubmissionTimeSql, submissionTieSql } from '@/lib/reviews/server/submission-times'
import type { AffectedAnnotationFilter } from '../decisions-contract'

/** The fields of a published decision that determine the affected annotations. */
export interface PublishedDecisionScope {
  projectId: string
  hidesAnnotatorNames: boolean
  decisionId: string
  /** The guideline version that it was published with. */
  version: number
  example: { solution: string; revision: number; step: number } | null
}

/** Why an affected annotation is not returned; null if it is. */
const notReturnedReasonSql = ({ projectId, decisionId }: PublishedDecisionScope) => Prisma.sql`case
  when l.user_id is null then 'imported'
  when ${isQualityControlSql} then 'goldOrScreening'
  when ${isAdjudicatedSql} then 'adjudicated'
  when ${isInactiveMemberSql(Prisma.sql`l.user_id`, Prisma.sql`l.project_id`)} then 'annotatorGone'
  when exists (select from decision_rework b where b.project_id = ${projectId}::uuid and b.decision_id = ${decisionId}::uuid
    and b.annotation_id = l.id) then 'returnedBefore' end`

/** Whether annotation `l` was made before the decision applied. */
const isEarlierSql = ({ projectId, version }: PublishedDecisionScope) => Prisma.sql`
  l.project_id = ${projectId}::uuid and l.state = 'submitted' and coalesce(l.guideline_version, 0) < ${version}`

/** Ids of the affected annotations: those behind the questions, or those that match all filters. */
function selectAffectedSql(
  scope: PublishedDecisionScope,
  filter: AffectedAnnotationFilter,
): Prisma.Sql {
  const selects: Prisma.Sql[] = []
  if (filter.fromQuestions)
    selects.push(Prisma.sql`
      select q.annotation_id as id from question q join annotation l on l.project_id = q.project_id and l.id = q.annotation_id
      where q.project_id = ${scope.projectId}::uuid and q.decision_id = ${scope.decisionId}::uuid and ${isEarlierSql(scope)}`)
  const conditions = listConditionsSql(scope, filter)
  if (conditions.length > 0)
    selects.push(Prisma.sql`
      select l.id from annotation l join solution s on s.project_id = l.project_id and s.id = l.solution_id
      where ${isEarlierSql(scope)} and ${Prisma.join(conditions, ' and ')}`)
  return selects.length === 0
    ? Prisma.sql`select null::uuid where false`
    : Prisma.join(selects, ' union ')
}

function listConditionsSql(
  { example }: PublishedDecisionScope,
  filter: AffectedAnnotationFilter,
): Prisma.Sql[] {
  const conditions: Prisma.Sql[] = []
  if (filter.sameSolution)
    conditions.push(
      example ? Prisma.sql`l.solution_id = ${example.solution}::uuid` : Prisma.sql`false`,
    )
  if (filter.errorTag !== null) conditions.push(Prisma.sql`${filter.errorTag} = any (l.tags)`)
  const stepText = filter.stepText.trim()
  const hasNoteSql = (step: Prisma.Sql) => Prisma.sql`exists (select from step_note n
    where n.project_id = l.project_id and n.annotation_id = l.id and n.kind in ('flag', 'comment') and ${step})`
  const isAtExampleSql =
    filter.sameSolution && example
      ? Prisma.sql`(s.revision <> ${example.revision} or n.step = ${example.step})`
      : Prisma.sql`true`
  if (stepText !== '')
    conditions.push(Prisma.sql`exists (
      select from (
        select t.text, t.i - 1 as step from unnest(s.steps) with ordinality t(text, i)
        union all
        select o.text, o.step from step_option o
        where s.flow = 'step_choice' and o.project_id = s.project_id and o.solution_id = s.id) t
      where t.step < cardinality(l.ratings) and position(lower(${stepText}) in lower(t.text)) > 0
        ${filter.hasNote ? Prisma.sql`and ${hasNoteSql(Prisma.sql`n.step = t.step and ${isAtExampleSql}`)}` : Prisma.empty})`)
  else if (filter.hasNote) conditions.push(hasNoteSql(isAtExampleSql))
  return conditions
}

export interface AffectedAnnotationCounts {
  /** Annotations to return, and their annotators. */
  annotations: number
  people: number
  /** Annotations to return that a reviewer has accepted. */
  accepted: number
  notReturned: {
    imported: number
    goldOrScreening: number
    adjudicated: number
    annotatorGone: number
    returnedBefore: number
  }
}

export async function countAffectedAnnotations(
  db: Transaction,
  scope: PublishedDecisionScope,
  filter: AffectedAnnotationFilter,
): Promise<AffectedAnnotationCounts> {
  const [row] = await db.$queryRaw<AffectedAnnotationCounts[]>`
    with affected as materialized (
      select l.user_id, ${notReturnedReasonSql(scope)} as reason, ${reviewStateSql} as state from annotation l ${lastReviewJoinSql}
      where l.project_id = ${scope.projectId}::uuid and l.id in (${selectAffectedSql(scope, filter)})
    )
    select count(*) filter (where reason is null)::int as annotations,
      count(distinct user_id) filter (where reason is null)::int as people,
      count(*) filter (where reason is null and state = 'accepted')::int as accepted,
      jsonb_build_object('imported', count(*) filter (where reason = 'imported'), 'goldOrScreening',
        count(*) filter (where reason = 'goldOrScreening'), 'adjudicated', count(*) filter (where reason = 'adjudicated'), 'annotatorGone',
        count(*) filter (where reason = 'annotatorGone'), 'returnedBefore',
        count(*) filter (where reason = 'returnedBefore')) as "notReturned"
    from affected`
  return row!
}

export interface AffectedAnnotationRow {
  annotation: string
  solution: string
  externalId: string | null
  problem: string
  /** Null while names are hidden. */
  person: string | null
  error: number | null
  guidelineVersion: number | null
  submittedAt: Date
}

/** Oldest first; while times are hidden, the oldest week first. */
export function listAnnotationsToReturn(
  db: Transaction,
  scope: PublishedDecisionScope & ReviewReaderScope,
  filter: AffectedAnnotationFilter,
  limit: number,
): Promise<AffectedAnnotationRow[]> {
  return db.$queryRaw<AffectedAnnotationRow[]>`
    select l.id as annotation, l.solution_id as solution, s.external_id as "externalId", p.statement as problem,
      ${visibleAnnotatorNameSql(scope.hidesAnnotatorNames, Prisma.sql`u.name`)} as person, ${firstErrorSql()} as error,
      l.guideline_version as "guidelineVersion", l.submitted_at as "submittedAt"
    from annotation l
      join app_user u on u.id = l.user_id
      join solution s on s.project_id = l.project_id and s.id = l.solution_id
      join problem p on p.project_id = s.project_id and p.id = s.problem_id
    where l.project_id = ${scope.projectId}::uuid and l.id in (${selectAffectedSql(scope, filter)})
      and (${notReturnedReasonSql(scope)}) is null
    order by ${roundedSubmissionTimeSql(Prisma.sql`l.submitted_at`, scope.hidesTimes)}, ${submissionTieSql(Prisma.sql`l.id`, scope.hidesTimes)} limit ${limit}`
}

/**
 * The next annotations to return to their annotators, by id, locked until the transaction ends. Skips annotations that
 * are being changed, because they may no longer match. Later calls with `after` don't return them. When all
 * batches are done, the page loads the preview again, which counts them; returning once more starts without `after`.
 */
export async function lockNextAffectedAnnotations(
  db: Transaction,
  scope: PublishedDecisionScope,
  filter: AffectedAnnotationFilter,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  const afterSql = after === null ? Prisma.empty : Prisma.sql`and l.id > ${after}::uuid`
  const rows = await db.$queryRaw<{ id: string }[]>`
    select l.id from annotation l
    where l.project_id = ${scope.projectId}::uuid and l.state = 'submitted' ${afterSql}
      and l.id in (${selectAffectedSql(scope, filter)}) and (${notReturnedReasonSql(scope)}) is null
    order by l.id limit ${limit} for update of l skip locked`
  return rows.map(({ id }) => id)
}

/** Records that this decision returned these annotations, so that it returns each only once. */
export async function recordAnnotationsReturnedByDecision(
  db: Transaction,
  { projectId, decisionId }: PublishedDecisionScope,
  { annotationIds, userId }: { annotationIds: readonly string[]; userId: string },
): Promise<void> {
  await db.$executeRaw`
    insert into decision_rework (project_id, decision_id, annotation_id, user_id)
    select project_id, ${decisionId}::uuid, id, ${userId}::uuid from annotation
    where project_id = ${projectId}::uuid and id = any (${[...annotationIds]}::uuid[])`
}
