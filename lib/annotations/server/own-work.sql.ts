import { maxAnnotationsForPace, paceChartDays } from '@/lib/annotations/pace-days'
import { Prisma } from '@/lib/generated/prisma/client'
import type { InputOf, ReplyOf } from '@/lib/platform/contract'
import type { Transaction } from '@/lib/platform/server/database'
import { exactTimeTextSql } from '@/lib/platform/server/time-text.sql'
import type { NoteKind } from '../content'
import { maxReopenMinutes } from '../contract'
import type { getOwnWorkContract, listOwnAnnotationsContract } from '../own-contract'
import { submissionCountsSql } from './annotation-counts.sql'

export interface AnnotationOwner {
  projectId: string
  userId: string
}

type OwnWork = ReplyOf<typeof getOwnWorkContract>
type ListedAnnotation = ReplyOf<typeof listOwnAnnotationsContract>['annotations'][number]

/** Enough of a problem to recognise it. */
const excerptCharacters = 1_000

/**
 * What authors see as submitted. Includes annotations withdrawn by a pause: gold is never
 * withdrawn, and would be recognisable as all that is left of that time.
 */
export const isShownAsSubmittedSql = (state: Prisma.Sql) =>
  Prisma.sql`${state} in ('submitted', 'withdrawn')`

/** Submissions of a user in a project. Imported labels and drafts don't count. */
export const isOwnSubmissionSql = ({ projectId, userId }: AnnotationOwner) => Prisma.sql`
  l.project_id = ${projectId}::uuid and l.user_id = ${userId}::uuid and ${isShownAsSubmittedSql(Prisma.sql`l.state`)}`

/** Midnight UTC of the first day in the chart. */
const paceBeginSql = Prisma.sql`
  ((date_trunc('day', now() at time zone 'UTC') - make_interval(days => ${paceChartDays - 1}::int)) at time zone 'UTC')`

export const submittedAtTextSql = exactTimeTextSql(Prisma.sql`l.submitted_at`)

/** Number of rated steps. Unrated ones are null and not counted. */
export const ratedStepCountSql = Prisma.sql`cardinality(array_remove(l.ratings, null))`

/**
 * Flagged steps and options, whether by flag, note or both; stored counts only know flags with a note. In the step-choice
 * flow, a step's flag is that of the chosen option, and notes count options from 1.
 */
const flagCountSql = Prisma.sql`(
  select count(*)::int from (
    select f.at - 1 as step, 0 as option from unnest(l.flagged) with ordinality as f(is_on, at)
      where f.is_on and l.flow = 'solution'
    union select n.step, n.option - (l.flow = 'step_choice')::int from step_note n
      where n.project_id = l.project_id and n.annotation_id = l.id and n.kind = 'flag'
    union select r.step, r.option from option_rating r
      where r.project_id = l.project_id and r.annotation_id = l.id and r.flagged
    union select h.step, -1 from human_option h
      where h.project_id = l.project_id and h.annotation_id = l.id and h.flagged
  ) as flag)`

const countNotesSql = (kind: NoteKind) => Prisma.sql`(select count(*)::int from step_note n
  where n.project_id = l.project_id and n.annotation_id = l.id and n.kind = ${kind}::step_note_kind)`

/**
 * Whether annotation `l` can be reopened: it is the owner's last submission, recent, not withdrawn, no screening, and the
 * annotator was shown no feedback on it as gold.
 */
export const canReopenAnnotationSql = (owner: AnnotationOwner) => Prisma.sql`(
  l.submitted_at > now() - make_interval(mins => ${maxReopenMinutes}::int)
  and l.state = 'submitted' and not l.is_screening
  and not exists (select from gold_feedback t where t.project_id = l.project_id and t.annotation_id = l.id)
  and l.id = (select o.id from annotation o
    where o.project_id = ${owner.projectId}::uuid and o.user_id = ${owner.userId}::uuid and ${isShownAsSubmittedSql(Prisma.sql`o.state`)}
    order by o.submitted_at desc, o.id desc limit 1))`

export async function countOwnWork(db: Transaction, owner: AnnotationOwner) {
  const [row] = await db.$queryRaw<
    Pick<OwnWork, 'foundError' | 'noError' | 'givenUp' | 'badProblem'>[]
  >`
    select coalesce(sum(annotations) filter (where finish_reason = 'found_error'), 0)::int as "foundError",
      coalesce(sum(annotations) filter (where finish_reason = 'solution'), 0)::int as "noError",
      coalesce(sum(annotations) filter (where finish_reason = 'give_up'), 0)::int as "givenUp",
      coalesce(sum(annotations) filter (where finish_reason = 'bad_problem'), 0)::int as "badProblem"
    from ${submissionCountsSql(owner)} as own`
  return row!
}

export async function listOwnRework(
  db: Transaction,
  owner: AnnotationOwner,
): Promise<OwnWork['rework']> {
  return db.$queryRaw<OwnWork['rework']>`
    select d.solution_id as solution, left(p.statement, ${excerptCharacters}::int) as problem, d.note,
      ${exactTimeTextSql(Prisma.sql`d.created_at`)} as "returnedAt"
    from queue_rework d
      join solution s on s.project_id = d.project_id and s.id = d.solution_id
      join problem p on p.project_id = s.project_id and p.id = s.problem_id
    where d.project_id = ${owner.projectId}::uuid and d.user_id = ${owner.userId}::uuid and d.kind = 'returned'
    order by d.created_at, d.solution_id`
}

/** The number of rows of `listOwnRework`. */
export async function countOwnRework(db: Transaction, owner: AnnotationOwner): Promise<number> {
  const [row] = await db.$queryRaw<[{ count: number }]>`
    select count(*)::int as count from queue_rework
    where project_id = ${owner.projectId}::uuid and user_id = ${owner.userId}::uuid and kind = 'returned'`
  return row.count
}

/** One row per day of the pace charts, including days without work. */
export async function listOwnWorkDays(
  db: Transaction,
  owner: AnnotationOwner,
): Promise<OwnWork['days']> {
  return db.$queryRaw<OwnWork['days']>`
    with worked as (
      select day, sum(annotations)::int as annotations, sum(rated_steps)::int as steps
      from ${submissionCountsSql(owner)} as own group by 1
    )
    select to_char(d.day, 'YYYY-MM-DD') as day, coalesce(w.annotations, 0) as annotations, coalesce(w.steps, 0) as steps
    from generate_series(${paceBeginSql} at time zone 'UTC', now() at time zone 'UTC', interval '1 day') as d(day)
      left join worked w on w.day = d.day::date
    order by d.day`
}

/**
 * `now`: of the days in the chart; `before`: of all earlier days. Medians are of the newest
 * `maxAnnotationsForPace` annotations of that time.
 */
export async function measureOwnPace(
  db: Transaction,
  owner: AnnotationOwner,
  when: 'now' | 'before',
): Promise<OwnWork['pace']> {
  const comparison = when === 'now' ? Prisma.sql`>=` : Prisma.sql`<`
  const [row] = await db.$queryRaw<OwnWork['pace'][]>`
    select (select coalesce(sum(annotations), 0)::int from ${submissionCountsSql(owner)} as own
        where day ${comparison} (${paceBeginSql} at time zone 'UTC')::date) as annotations,
      percentile_cont(0.5) within group (order by newest.total_time_ms)::float8 as "medianAnnotationMs",
      percentile_cont(0.5) within group (order by newest.median_step_ms)::float8 as "medianStepMs"
    from (
      select l.total_time_ms, l.median_step_ms from annotation l
      where ${isOwnSubmissionSql(owner)} and l.submitted_at ${comparison} ${paceBeginSql}
      order by l.submitted_at desc limit ${maxAnnotationsForPace}::int
    ) newest`
  return row!
}

type Filter = Pick<InputOf<typeof listOwnAnnotationsContract>, 'finish' | 'flagged'>

const matchesSql = (owner: AnnotationOwner, { finish, flagged }: Filter) => Prisma.sql`
  ${isOwnSubmissionSql(owner)}
  ${finish ? Prisma.sql`and l.finish_reason = ${finish}::finish_reason` : Prisma.empty}
  ${flagged ? Prisma.sql`and (${flagCountSql} > 0) = ${flagged === 'yes'}` : Prisma.empty}`

export async function countMatchingAnnotations(
  db: Transaction,
  owner: AnnotationOwner,
  filter: Filter,
): Promise<number> {
  const { finish, flagged } = filter
  const [row] = await db.$queryRaw<{ n: number }[]>(
    flagged
      ? Prisma.sql`select count(*)::int as n from annotation l where ${matchesSql(owner, filter)}`
      : Prisma.sql`select coalesce(sum(annotations), 0)::int as n from ${submissionCountsSql(owner)} as own
          ${finish ? Prisma.sql`where finish_reason = ${finish}::finish_reason` : Prisma.empty}`,
  )
  return row!.n
}

/** `cursor` continues the list after this row. */
export type OwnAnnotationListRow = ListedAnnotation & { cursor: string }

/**
 * Newest first, after a cursor. Selects no gold, score, verdict, reference or labels of others, so
 * that none can leak.
 */
export async function listMatchingAnnotations(
  db: Transaction,
  owner: AnnotationOwner,
  filter: Filter,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<OwnAnnotationListRow[]> {
  const [microseconds, id] = after?.split('_') ?? []
  const afterCursor = after
    ? Prisma.sql`and (l.submitted_at, l.id) <
        (timestamptz 'epoch' + ${microseconds}::bigint * interval '1 microsecond', ${id}::uuid)`
    : Prisma.empty
  return db.$queryRaw<OwnAnnotationListRow[]>`
    select l.id, ${submittedAtTextSql} as "submittedAt", left(p.statement, ${excerptCharacters}::int) as problem,
      l.finish_reason::text as "finishReason", l.step_count as steps, ${ratedStepCountSql} as rated,
      l.total_time_ms::float8 as "activeMs", ${flagCountSql} as flags,
      ${countNotesSql('comment')} as comments, ${countNotesSql('bad_split')} as "badSplits",
      ${canReopenAnnotationSql(owner)} as "canReopen",
      (extract(epoch from l.submitted_at) * 1000000)::bigint::text || '_' || l.id as cursor
    from annotation l
      join solution s on s.project_id = l.project_id and s.id = l.solution_id
      join problem p on p.project_id = s.project_id and p.id = s.problem_id
    where ${matchesSql(owner, filter)} ${afterCursor}
    order by l.submitted_at desc, l.id desc limit ${limit}`
}
