import { submissionCountsSql } from '@/lib/annotations/server/annotation-counts.sql'
import {
  firstErrorSql,
  hasConclusiveFinishReasonSql,
  isServedForQualityControlSql,
} from '@/lib/annotations/server/annotation-rules.sql'
import { isShownAsSubmittedSql } from '@/lib/annotations/server/own-work.sql'
import type { Role } from '@/lib/auth/actor'
import { Prisma } from '@/lib/generated/prisma/client'
import {
  lastPauseEndSql,
  isExactGoldAnswerSql,
  isGoldAnswerSql,
} from '@/lib/gold/server/gold-answers.sql'
import type { Transaction } from '@/lib/platform/server/database'
import { timeTextSql } from '@/lib/platform/server/time-text.sql'
import type { AnnotatorWorkStatistics } from '../contract'
import { maxTimedAnnotations, minPlausibleStepMs, minStepsForSpeedCheck } from '../speed'
import type { GoldAnswer } from '../summarise-gold-answers'

/** All members of the project, or one of them. */
export interface MemberScope {
  projectId: string
  userId?: string
}

/** All members of the project, or these. */
interface MemberListScope {
  projectId: string
  userIds?: readonly string[] | undefined
}

export interface PersonRow {
  user: string
  name: string
  role: Role
  isDisabled: boolean
  pausedAt: string | null
  work: AnnotatorWorkStatistics
}

const matchesPersonSql = (column: Prisma.Sql, userId: string | undefined) =>
  userId === undefined ? Prisma.sql`true` : Prisma.sql`${column} = ${userId}::uuid`

/** Sorted by name. */
export function listPeopleRows(db: Transaction, scope: MemberScope): Promise<PersonRow[]> {
  return queryPeople(db, scope, { includesWithdrawn: false })
}

/** Sorted by name. */
function queryPeople(
  db: Transaction,
  { projectId, userId }: MemberScope,
  { includesWithdrawn }: { includesWithdrawn: boolean },
): Promise<PersonRow[]> {
  const id = Prisma.sql`${projectId}::uuid`
  const isDoneSql = (state: Prisma.Sql) =>
    includesWithdrawn ? isShownAsSubmittedSql(state) : Prisma.sql`${state} = 'submitted'`
  return db.$queryRaw<PersonRow[]>`
    with counted as (
      select user_id, sum(annotations)::int as annotations,
        coalesce(sum(annotations) filter (where finish_reason = 'give_up'), 0)::int as given_up,
        coalesce(sum(annotations) filter (where finish_reason = 'bad_problem'), 0)::int as bad_problem,
        sum(flagged)::int as flagged
      from ${submissionCountsSql({ projectId, userId })} as counts
      where ${includesWithdrawn ? Prisma.sql`true` : Prisma.sql`not is_withdrawn`}
      group by user_id
    ), skipped as (
      select k.user_id, count(*)::int as skips from skip k
      where k.project_id = ${id} and ${matchesPersonSql(Prisma.sql`k.user_id`, userId)}
      group by k.user_id
    )
    select u.id as user, u.name, m.role::text, u.disabled_at is not null as "isDisabled",
      ${timeTextSql(Prisma.sql`m.paused_at`)} as "pausedAt",
      jsonb_build_object('annotations', coalesce(c.annotations, 0), 'gaveUp', coalesce(c.given_up, 0),
        'badProblem', coalesce(c.bad_problem, 0), 'flagged', coalesce(c.flagged, 0), 'skips', coalesce(s.skips, 0),
        'activeMs', (select coalesce(sum(w.active_ms), 0)::float8 from work_day w
          where w.project_id = ${id} and w.user_id = u.id),
        'medianStepMs', t.median_step_ms, 'tooFast', t.too_fast, 'timed', t.timed) as work
    from member m join app_user u on u.id = m.user_id
      left join counted c on c.user_id = u.id left join skipped s on s.user_id = u.id
      cross join lateral (
        select percentile_cont(0.5) within group (order by r.median_step_ms)::float8 as median_step_ms,
          count(*) filter (where r.rated >= ${minStepsForSpeedCheck}::int and r.median_step_ms < ${minPlausibleStepMs}::int)::int
            as too_fast,
          count(*) filter (where r.rated >= ${minStepsForSpeedCheck}::int)::int as timed
        from (
          select cardinality(o.ratings) as rated, o.median_step_ms
          from annotation o
          where o.project_id = ${id} and o.user_id = u.id and ${isDoneSql(Prisma.sql`o.state`)} and o.total_time_ms > 0
            and cardinality(o.step_times_ms) > 0 and cardinality(o.ratings) > 0 and o.flow = 'solution'
          order by o.submitted_at desc limit ${maxTimedAnnotations}::int
        ) r
      ) t
    where m.project_id = ${id} and ${matchesPersonSql(Prisma.sql`m.user_id`, userId)}
    order by u.name, u.id`
}

const noWork: AnnotatorWorkStatistics = {
  annotations: 0,
  gaveUp: 0,
  badProblem: 0,
  flagged: 0,
  skips: 0,
  activeMs: 0,
  medianStepMs: null,
  tooFast: 0,
  timed: 0,
}

/** An annotator's own statistics; all zero for a person who is not a member (an instance admin). */
export async function findOwnWorkStatistics(
  db: Transaction,
  scope: Required<MemberScope>,
): Promise<AnnotatorWorkStatistics> {
  const [row] = await queryPeople(db, scope, { includesWithdrawn: true })
  return row?.work ?? noWork
}

export interface GoldAnswerRow {
  solution: string
  submittedAt: string
  firstErrors: number[]
  answer: number | null
  isExact: boolean
  /** Submitted after the annotator's last pause ended. */
  isCounted: boolean
  ratings: (-1 | 0 | 1 | null)[]
  activeMs: number
}

/**
 * Answers `l` to gold `g`, and since when the annotator's answers count. Computed once per annotator (`offset 0`), not
 * per answer.
 */
const fromAnswersSql = ({
  projectId,
  userId,
  userIds,
}: MemberScope & MemberListScope) => Prisma.sql`(
        select m.user_id, ${lastPauseEndSql(Prisma.sql`m.project_id`, Prisma.sql`m.user_id`)} as since
        from member m where m.project_id = ${projectId}::uuid and ${matchesPersonSql(Prisma.sql`m.user_id`, userId)}
          ${userIds === undefined ? Prisma.empty : Prisma.sql`and m.user_id = any (${userIds}::uuid[])`}
        offset 0
      ) s
      join annotation l on l.project_id = ${projectId}::uuid and l.user_id = s.user_id
      join gold_item g on ${isGoldAnswerSql}`

/**
 * The answers to gold of all or some members, oldest first. Read as one row per member, because there can be tens of
 * thousands of answers.
 */
export async function listGoldAnswersByMember(
  db: Transaction,
  projectId: string,
  userIds?: readonly string[],
): Promise<Map<string, GoldAnswer[]>> {
  const rows = await db.$queryRaw<{ user: string; answers: GoldAnswer[] }[]>`
    select l.user_id as user, jsonb_agg(jsonb_build_object('firstErrors', g.first_errors, 'answer', ${firstErrorSql()},
      'isCounted', l.submitted_at > s.since) order by l.submitted_at, l.id) as answers
    from ${fromAnswersSql({ projectId, userIds })}
    group by l.user_id`
  return new Map(rows.map(({ user, answers }) => [user, answers]))
}

/** An annotator's answers to gold, oldest first. */
export function listGoldAnswers(
  db: Transaction,
  scope: Required<MemberScope>,
): Promise<GoldAnswerRow[]> {
  return db.$queryRaw<GoldAnswerRow[]>`
    select l.solution_id as solution, ${timeTextSql(Prisma.sql`l.submitted_at`)} as "submittedAt",
      to_jsonb(g.first_errors) as "firstErrors", ${firstErrorSql()} as answer, ${isExactGoldAnswerSql} as "isExact",
      l.submitted_at > s.since as "isCounted", to_jsonb(l.ratings) as ratings, l.total_time_ms::float8 as "activeMs"
    from ${fromAnswersSql(scope)}
    order by l.submitted_at, l.id`
}

/** Current adjudications of steps that this annotator rated, without the annotator's own adjudications. */
export function listRatingsWithAdjudication(
  db: Transaction,
  { projectId, userId }: Required<MemberScope>,
): Promise<{ adjudicated: (-1 | 0 | 1 | null)[]; ratings: (-1 | 0 | 1 | null)[] }[]> {
  return db.$queryRaw`
    select to_jsonb(a.ratings) as adjudicated, to_jsonb(l.ratings) as ratings
    from adjudication a
      join annotation l on l.project_id = a.project_id and l.solution_id = a.solution_id and l.user_id = ${userId}::uuid
        and l.state = 'submitted' and l.revision = a.revision and ${hasConclusiveFinishReasonSql}
    where a.project_id = ${projectId}::uuid and a.withdrawn_at is null and a.user_id <> ${userId}::uuid
      and not ${isServedForQualityControlSql()}`
}

export type WorkPeriodUnit = 'day' | 'week'

/** Number of periods in the chart, including the current one. */
const periodCounts: Record<WorkPeriodUnit, number> = { day: 14, week: 8 }

/** Active time and submitted annotations by period (UTC), oldest first, with empty periods. */
export function listWorkPeriods(
  db: Transaction,
  { projectId, userId }: Required<MemberScope>,
  unit: WorkPeriodUnit,
): Promise<{ start: string; activeMs: number; annotations: number }[]> {
  const length = Prisma.sql`${`1 ${unit}`}::interval`
  return db.$queryRaw`
    with submitted as materialized (
      select day, sum(annotations) as annotations from ${submissionCountsSql({ projectId, userId })} as counts
      where not is_withdrawn group by day
    )
    select to_char(p.start, 'YYYY-MM-DD') as start,
      (select coalesce(sum(w.active_ms), 0)::float8 from work_day w where w.project_id = ${projectId}::uuid
        and w.user_id = ${userId}::uuid and w.day >= p.start::date and w.day < (p.start + ${length})::date) as "activeMs",
      (select coalesce(sum(s.annotations), 0)::int from submitted s
        where s.day >= p.start::date and s.day < (p.start + ${length})::date) as annotations
    from generate_series(date_trunc(${unit}, now() at time zone 'UTC') - ${length} * ${periodCounts[unit] - 1}::int,
      now() at time zone 'UTC', ${length}) as p(start)
    order by p.start`
}

export interface TimeSpentRow {
  person: string
  email: string
  day: string
  activeMs: number
  annotations: number
}

/** By day, then by name. */
export function listTimeSpentRows(
  db: Transaction,
  projectId: string,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): Promise<TimeSpentRow[]> {
  return db.$queryRaw<TimeSpentRow[]>`
    with submitted as (
      select user_id, day, sum(annotations)::int as annotations from ${submissionCountsSql({ projectId })} as counts
      where not is_withdrawn and day between ${from ?? '-infinity'}::date and ${to ?? 'infinity'}::date
      group by 1, 2 having sum(annotations) > 0
    ), worked as (
      select w.user_id, w.day, w.active_ms from work_day w
      where w.project_id = ${projectId}::uuid and w.day between ${from ?? '-infinity'}::date and ${to ?? 'infinity'}::date
    )
    select u.name as person, u.email, to_char(coalesce(w.day, s.day), 'YYYY-MM-DD') as day,
      coalesce(w.active_ms, 0)::float8 as "activeMs", coalesce(s.annotations, 0) as annotations
    from worked w full join submitted s on s.user_id = w.user_id and s.day = w.day
      join app_user u on u.id = coalesce(w.user_id, s.user_id)
    order by day, u.name, u.id`
}
