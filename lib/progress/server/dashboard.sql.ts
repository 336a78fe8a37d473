import { submissionCountsSql, workCountsSql } from '@/lib/annotations/server/annotation-counts.sql'
import { Prisma } from '@/lib/generated/prisma/client'
import type { ReplyOf } from '@/lib/platform/contract'
import type { Transaction } from '@/lib/platform/server/database'
import { timeTextSql } from '@/lib/platform/server/time-text.sql'
import {
  dashboardDayCount,
  type getDashboardContract,
  lastErrorStepInChart,
} from '../dashboard-contract'

type Dashboard = ReplyOf<typeof getDashboardContract>

export interface DayCountsRow {
  day: string
  annotations: number
  negative: number
  neutral: number
  positive: number
  /** By step of the first error; index 0 is step 1. */
  firstErrors: number[]
}

/** The last days (UTC), oldest first. */
export function listDayCounts(db: Transaction, projectId: string): Promise<DayCountsRow[]> {
  return db.$queryRaw<DayCountsRow[]>`
    with counted as (
      select day, case when error_step > 0 then least(error_step, ${lastErrorStepInChart}::int) end as error,
        sum(annotations)::int as annotations, sum(negative)::int as negative, sum(neutral)::int as neutral,
        sum(positive)::int as positive
      from ${workCountsSql(projectId)} as work
      where not is_imported
        and day > (now() at time zone 'UTC')::date - ${dashboardDayCount}::int
      group by 1, 2
    )
    select to_char(d.day, 'YYYY-MM-DD') as day, coalesce(sum(c.annotations), 0)::int as annotations,
      coalesce(sum(c.negative), 0)::int as negative, coalesce(sum(c.neutral), 0)::int as neutral,
      coalesce(sum(c.positive), 0)::int as positive,
      (select jsonb_agg(coalesce(e.annotations, 0) order by n)
        from generate_series(1, ${lastErrorStepInChart}::int) as n
          left join counted e on e.day = d.day::date and e.error = n) as "firstErrors"
    from generate_series(date_trunc('day', now() at time zone 'UTC') - make_interval(days => ${dashboardDayCount - 1}::int),
        now() at time zone 'UTC', interval '1 day') as d(day)
      left join counted c on c.day = d.day::date
    group by d.day
    order by d.day`
}

/** Time of the last submission of member `m`; null if `t`, the counts of today, has no row for them. */
const lastSubmissionTodaySql = Prisma.sql`case when t.user_id is not null then (
  select max(submitted_at) from annotation
  where project_id = m.project_id and user_id = m.user_id and state = 'submitted') end`

type ActivePerson = Dashboard['active']['people'][number]
export type ActivePersonRow = Omit<ActivePerson, 'gold'>

/** People who are labelling, then paused ones, then those who submitted something today; by name. */
export function listActivePeople(db: Transaction, projectId: string): Promise<ActivePersonRow[]> {
  return db.$queryRaw<ActivePersonRow[]>`
    with today as (
      select user_id, sum(annotations)::int as done, sum(time_ms)::float8 / nullif(sum(rated_steps), 0) as ms_per_step
      from ${submissionCountsSql({ projectId })} as counts
      where day = (now() at time zone 'UTC')::date and not is_withdrawn
      group by user_id having sum(annotations) > 0
    )
    select u.id as user, u.name, ${timeTextSql(Prisma.sql`m.paused_at`)} as "pausedAt",
      ${timeTextSql(lastSubmissionTodaySql)} as "lastSubmittedAt",
      coalesce(t.done, 0) as "submittedToday", t.ms_per_step as "msPerStep",
      case when e.id is not null then jsonb_build_object(
        'step', least(coalesce(find_first_error(l.ratings), cardinality(l.ratings), 0) + 1, cardinality(s.steps)),
        'steps', cardinality(s.steps),
        'isScreening', e.purpose = 'screening') end as current
    from member m join app_user u on u.id = m.user_id and u.disabled_at is null
      left join today t on t.user_id = m.user_id
      left join lease e on e.project_id = m.project_id and e.user_id = m.user_id and not e.is_prefetched
        and e.expires_at > now()
      left join solution s on s.project_id = e.project_id and s.id = e.solution_id
      left join annotation l on l.project_id = e.project_id and l.solution_id = e.solution_id and l.user_id = e.user_id
    where m.project_id = ${projectId}::uuid and (t.user_id is not null or e.id is not null or m.paused_at is not null)
    order by e.id is null or m.paused_at is not null, m.paused_at is null, u.name, u.id`
}

/** The part of the newest agreement over all annotations that the dashboard shows. */
export async function findOverallAgreement(
  db: Transaction,
  projectId: string,
  filters: unknown,
): Promise<unknown> {
  const [row] = await db.$queryRaw<{ agreement: unknown }[]>`
    select jsonb_build_object('asOf', result->'asOf', 'sample', result->'sample', 'doublyLabelled', result->'report'->'doublyLabelled',
      'firstErrorExact', result->'report'->'measures'->'firstErrorExact', 'weeks', result->'report'->'weeks') as agreement
    from agreement_run
    where project_id = ${projectId}::uuid and state = 'done' and filters = ${JSON.stringify(filters)}::jsonb
    order by created_at desc, id desc limit 1`
  return row?.agreement ?? null
}
