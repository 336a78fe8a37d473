import {
  incomparableReasonSql,
  isComparableSql,
  isOfSliceSql,
  compareSubmissionTimeSql,
  servingRoundSql,
} from '@/lib/annotations/server/annotation-rules.sql'
import { Prisma } from '@/lib/generated/prisma/client'
import type { BinaryCopyRow } from '@/lib/platform/server/binary-copy-parser'
import type { Transaction } from '@/lib/platform/server/database'
import type { AgreementFilters } from '../agreement-filters'
import { minRandomSampleSolutions, type ComparisonExclusionReason } from '../contract'

/** The slice of the random sample of a round (its exploration share). */
export const randomSliceName = 'random'

/** Filters with `auto` resolved. */
export type ResolvedAgreementFilters = AgreementFilters & { sample: 'random' | 'all' }

const isAnySql = (column: Prisma.Sql, values: readonly string[]) =>
  Prisma.sql`${column} = any(${values}::text[])`
/** Numbers as text, because a copied statement contains only text. */
const isAnyNumberSql = (column: Prisma.Sql, values: readonly number[]) =>
  Prisma.sql`${column} = any(${values.map(String)}::text[]::int[])`

/** Conditions on the annotation and its problem. The slice of the queue is a separate condition. */
function listConditionsSql(filters: AgreementFilters): Prisma.Sql[] {
  const { labels, people, from, until, rounds, subjects, guidelines } = filters
  return [
    labels === 'all'
      ? null
      : labels === 'own'
        ? Prisma.sql`l.origin = 'own'`
        : Prisma.sql`l.origin = 'imported'`,
    people && isAnySql(Prisma.sql`l.labeler`, people),
    from === undefined ? null : compareSubmissionTimeSql('>=', startOfDay(from)),
    until === undefined ? null : compareSubmissionTimeSql('<', startOfDay(until)),
    rounds && isAnyNumberSql(servingRoundSql, rounds),
    subjects && isAnySql(Prisma.sql`p.subject`, subjects),
    guidelines && isAnyNumberSql(Prisma.sql`l.guideline_version`, guidelines),
  ].filter((condition) => condition instanceof Prisma.Sql)
}

const startOfDay = (day: string) => Prisma.sql`${`${day}T00:00:00Z`}::text::timestamptz`

/** Whether the round that served the annotation selected its solution for one of these slices; never null. */
const isSelectedForSliceSql = (slices: readonly string[]) =>
  Prisma.sql`coalesce(${isOfSliceSql(slices)}, false)`

function isOfSampleSql({ sample, slices }: ResolvedAgreementFilters): Prisma.Sql {
  const conditions = [
    ...(sample === 'random' ? [isSelectedForSliceSql([randomSliceName])] : []),
    ...(slices ? [isSelectedForSliceSql(slices)] : []),
  ]
  return conditions.length === 0 ? Prisma.sql`true` : Prisma.join(conditions, ' and ')
}

const joinAll = (conditions: readonly Prisma.Sql[]) =>
  conditions.length === 0 ? Prisma.sql`true` : Prisma.join([...conditions], ' and ')

const selectSubmittedSql = (projectId: string) =>
  Prisma.sql`select * from annotation where project_id = ${projectId}::uuid and state = 'submitted'`

/** Submitted annotations, or similar rows, with everything that the conditions use. */
function annotationTablesSql(
  projectId: string,
  filters: AgreementFilters,
  annotations = selectSubmittedSql(projectId),
): Prisma.Sql {
  const needsQueue =
    filters.sample !== 'all' || filters.rounds !== undefined || filters.slices !== undefined
  return Prisma.sql`
    (${annotations}) l
      join (select * from solution where project_id = ${projectId}::uuid) s on s.id = l.solution_id
      ${filters.subjects ? Prisma.sql`join (select * from problem where project_id = ${projectId}::uuid) p on p.id = s.problem_id` : Prisma.empty}
      ${needsQueue ? Prisma.sql`left join (select * from queue_item where project_id = ${projectId}::uuid) q on q.solution_id = l.solution_id` : Prisma.empty}`
}

/**
 * Compared annotations by solution, annotations of gold (which is in no sample), and excluded annotations with only
 * their reason. For `BulkRowReader.stream`; read rows with `readComparableAnnotationRow`.
 */
export function selectAnnotationsToCompareSql(
  projectId: string,
  filters: ResolvedAgreementFilters,
): Prisma.Sql {
  const conditions = listConditionsSql(filters)
  return Prisma.sql`
    select solution_id, problem_id, labeler, case when reason is null or first_errors is not null then ratings end,
      extract(epoch from submitted_at)::float8, recorded_at, case when is_of_sample then 1 else 0 end, reason,
      case when reason is null or reason = 'gold' then first_errors end
    from (
      select l.solution_id, l.id, s.problem_id, l.labeler, l.ratings, l.submitted_at, l.recorded_at,
        ${isOfSampleSql(filters)} as is_of_sample, ${incomparableReasonSql} as reason, g.first_errors
      from ${annotationTablesSql(projectId, filters)}
        left join (select * from gold_item where project_id = ${projectId}::uuid) g on g.solution_id = l.solution_id
      where ${joinAll(conditions)}
    ) each
    where is_of_sample or first_errors is not null
    order by solution_id, id`
}

/** A compared annotation, or the reason why it is excluded. */
export function readComparableAnnotationRow(row: BinaryCopyRow) {
  const submitted = row.float8(4)
  const exclusionReason = row.text(7) as ComparisonExclusionReason | null
  return {
    solution: row.key(0),
    problem: row.key(1),
    labeler: row.text(2) ?? '',
    ratings: (row.smallInts(3) ?? []) as (-1 | 0 | 1 | null)[],
    /** Microseconds since 1970, or the text of an imported line. */
    submittedAt: submitted === null ? row.text(5) : Math.round(submitted * 1_000_000),
    isOfSample: row.int(6) === 1,
    exclusionReason,
    /** Known first errors, if the annotation counts as an answer to them. */
    gold: row.smallInts(8) as number[] | null,
  }
}

/** Counts doubly labelled solutions of random samples, up to `minRandomSampleSolutions`. */
export async function countDoublyLabelledRandomSample(
  db: Transaction,
  projectId: string,
  filters: AgreementFilters,
): Promise<number> {
  const random: ResolvedAgreementFilters = { ...filters, sample: 'random' }
  const [row] = await db.$queryRaw<[{ count: number }]>`
    select count(*)::int as count from (
      select from ${annotationTablesSql(projectId, random)}
      where ${joinAll([isComparableSql(), isOfSampleSql(random), ...listConditionsSql(filters)])}
      group by l.solution_id having count(distinct l.labeler) > 1
      limit ${minRandomSampleSolutions}
    ) found`
  return row.count
}

/** Annotations that match the filters, like `selectAnnotationsToCompareSql`, without gold. */
const isSelectedSql = (filters: ResolvedAgreementFilters) =>
  joinAll([isComparableSql(), isOfSampleSql(filters), ...listConditionsSql(filters)])

/** Selects annotations that changed after `asOf`, to count them. */
interface SelectionSince {
  filters: ResolvedAgreementFilters
  asOf: string
  /** Maximum count. */
  limit: number
}

/**
 * Counts annotations that match the filters and were submitted or imported after `asOf`. Finds them by annotator and by
 * import, without reading earlier ones.
 */
export async function countNewAnnotations(
  db: Transaction,
  projectId: string,
  { filters, asOf, limit }: SelectionSince,
): Promise<number> {
  const newAnnotations = Prisma.sql`
    select l.* from (
        select user_id from member where project_id = ${projectId}::uuid
        union select id from app_user where is_instance_admin) who
      join annotation l on l.project_id = ${projectId}::uuid and l.user_id = who.user_id
        and l.state = 'submitted' and l.submitted_at > ${asOf}::timestamptz
    union all
    select l.* from import_batch i
      join annotation l on l.project_id = i.project_id and l.import_id = i.id and l.state = 'submitted'
    where i.project_id = ${projectId}::uuid and i.state = 'done' and i.finished_at > ${asOf}::timestamptz`
  const [row] = await db.$queryRaw<[{ count: number }]>`
    select count(*)::int as count from (
      select from ${annotationTablesSql(projectId, filters, newAnnotations)} where ${isSelectedSql(filters)} limit ${limit}) taken`
  return row.count
}

/**
 * Counts annotations that matched the filters at `asOf` and are drafts now, because they were returned or reopened. Checks
 * their archived copies. Annotations that were submitted again count as new instead.
 */
export async function countReopenedAnnotations(
  db: Transaction,
  projectId: string,
  { filters, asOf, limit }: SelectionSince,
): Promise<number> {
  const archivedAnnotations = Prisma.sql`
    select was.* from annotation_archive a
      join annotation d on d.project_id = a.project_id and d.id = a.annotation_id and d.state = 'draft'
      cross join jsonb_populate_record(null::annotation, a.record || jsonb_build_object('project_id', a.project_id)) was
    where a.project_id = ${projectId}::uuid and a.archived_at > ${asOf}::timestamptz
      and was.state = 'submitted' and was.submitted_at <= ${asOf}::timestamptz`
  const [row] = await db.$queryRaw<[{ count: number }]>`
    select count(*)::int as count from (
      select distinct l.id from ${annotationTablesSql(projectId, filters, archivedAnnotations)}
      where ${isSelectedSql(filters)} limit ${limit}) taken`
  return row.count
}
