import { isServedAsGoldSql } from '@/lib/annotations/server/annotation-rules.sql'
import { Prisma } from '@/lib/generated/prisma/client'
import type { Database, Transaction } from '@/lib/platform/server/database'

/** Maximum planned gold per person: small, so that new gold is served soon, but enough that a claim always finds one. */
const maxPlanned = 20
/** Plans with fewer are topped up. */
const minPlanned = 10

export interface ProjectGoldChanges {
  projectId: string
  ids: bigint[]
}

/** Changes since the last planning, by project. */
export const listGoldChanges = (db: Database): Promise<ProjectGoldChanges[]> =>
  db.$queryRaw<ProjectGoldChanges[]>`
    select project_id as "projectId", array_agg(id) as ids from gold_change group by project_id`

export async function deleteGoldChanges(db: Database, { ids }: ProjectGoldChanges): Promise<void> {
  await db.$executeRaw`delete from gold_change where id = any (${ids}::bigint[])`
}

/** Annotators with little planned gold left, except those for whom there was not enough gold to plan more (`is_short`). */
export const listAnnotatorsShortOfGold = (
  db: Database,
): Promise<{ projectId: string; userId: string }[]> =>
  db.$queryRaw`
    select p.project_id as "projectId", p.user_id as "userId" from gold_plan p
    where not p.is_short and (select count(*) from queue_gold q where q.project_id = p.project_id
      and q.user_id = p.user_id and q.purpose = 'gold' and q.served_at is null) < ${minPlanned}`

export async function listAnnotators(db: Database, projectId: string): Promise<string[]> {
  const rows = await db.$queryRaw<{ userId: string }[]>`
    select user_id as "userId" from member where project_id = ${projectId}::uuid and role = 'annotator' order by user_id`
  return rows.map(({ userId }) => userId)
}

/** The active round and its start. Without one, the whole queue counts as a round. */
const activeRoundSql = (projectId: string) => Prisma.sql`(
  select coalesce(max(r.number), 0) as number, coalesce(max(r.started_at), '-infinity') as since
  from "round" r where r.project_id = ${projectId}::uuid and r.state = 'active')`

/**
 * Stores the chance of gold in the queue settings: the project's share, or the fixed number per round divided by the
 * annotations that each annotator can expect in it. At most one half.
 */
export async function updateQueueGoldShare(db: Database, projectId: string): Promise<void> {
  await db.$executeRaw`
    insert into queue_settings as g (project_id, gold_share)
    select p.id, case when p.gold_per_round is null then p.gold_share else least(0.5, p.gold_per_round::float8
      * (select count(*) from member m where m.project_id = p.id and m.role = 'annotator' and m.paused_at is null)
      / greatest(1, (select sum(q.slots) from queue_item q, ${activeRoundSql(projectId)} r
        where q.project_id = p.id and (q.round = r.number or q.leased + q.done < q.slots)))) end
    from project p where p.id = ${projectId}::uuid
    on conflict (project_id) do update set gold_share = excluded.gold_share where g.gold_share <> excluded.gold_share`
}

/** Deletes the plans of people who are no longer annotators. */
export async function deleteGoldPlansOfNonAnnotators(
  db: Transaction,
  projectId: string,
): Promise<void> {
  await db.$executeRaw`
    with deleted_plan as (
      delete from gold_plan p where p.project_id = ${projectId}::uuid and not exists (select from member m
        where m.project_id = p.project_id and m.user_id = p.user_id and m.role = 'annotator')
      returning p.user_id
    )
    delete from queue_gold q using deleted_plan e where q.project_id = ${projectId}::uuid and q.user_id = e.user_id
      and q.purpose = 'gold' and q.served_at is null`
}

/** Waits for other processes that plan gold of this project: two would insert positions in different orders and deadlock. */
export async function lockGoldPlans(db: Transaction, projectId: string): Promise<void> {
  await db.$executeRaw`select pg_advisory_xact_lock(hashtextextended('gold-plans/' || ${projectId}::text, 0))`
}

/**
 * Deletes planned gold: the items that are finished (`finished`), or also those that were not served yet (`all`). Items that
 * a concurrent claim has locked are kept.
 */
export async function deletePlannedGoldItems(
  db: Transaction,
  projectId: string,
  userIds: readonly string[],
  scope: 'finished' | 'all',
): Promise<void> {
  await db.$executeRaw`
    with planned as materialized (
      select user_id, position from queue_gold
      where project_id = ${projectId}::uuid and user_id = any (${[...userIds]}::uuid[]) and purpose = 'gold'
        and (${scope === 'finished' ? Prisma.empty : Prisma.sql`served_at is null or`} served_at = 'infinity')
      for update skip locked
    )
    delete from queue_gold q using planned p
    where q.project_id = ${projectId}::uuid and q.user_id = p.user_id and q.position = p.position`
}

/**
 * Plans gold for people, in a random order for each person, up to the maximum: gold that they have not labelled, leased,
 * skipped, marked or adjudicated. With a fixed number per round, at most that number.
 */
export async function createGoldPlans(
  db: Transaction,
  projectId: string,
  userIds: readonly string[],
): Promise<void> {
  await db.$executeRaw`
    with person as materialized (
      select u.id as user_id, coalesce(q.last, 0) as last, coalesce(q.waiting, 0) as waiting,
        case when p.gold_per_round is null and p.gold_share = 0 then 0
          else greatest(0, least(${maxPlanned}, coalesce(p.gold_per_round - coalesce(q.served, 0) - had.n, ${maxPlanned}))
            - coalesce(q.waiting, 0)) end as room
      from unnest(${[...userIds]}::uuid[]) as u(id)
        cross join (select * from project where id = ${projectId}::uuid) p
        cross join ${activeRoundSql(projectId)} r
        left join lateral (
          -- Screening items have lower positions and can be planned at any time.
          select greatest(max(g.position), 0) as last,
            count(*) filter (where g.purpose = 'gold' and g.served_at is null) as waiting,
            count(*) filter (where g.purpose = 'gold' and g.served_at < 'infinity') as served
          from queue_gold g where g.project_id = ${projectId}::uuid and g.user_id = u.id
        ) q on true
        cross join lateral (
          select (select count(*) from annotation l where l.project_id = ${projectId}::uuid and l.user_id = u.id
              and ${isServedAsGoldSql} and l.state = 'submitted' and l.submitted_at >= r.since)
            + (select count(*) from skip k join gold_item g
                on g.project_id = k.project_id and g.solution_id = k.solution_id
              where k.project_id = ${projectId}::uuid and k.user_id = u.id and k.created_at >= r.since) as n
        ) had
    ), sampled as (
      select p.user_id, c.solution_id, p.last + row_number() over (partition by p.user_id) as position
      from person p cross join lateral (
        select g.solution_id from (
          select i.solution_id from gold_item i
          where i.project_id = ${projectId}::uuid and i.user_id is distinct from p.user_id
          order by random() offset 0
        ) g
        where not exists (select from queue_block b where b.project_id = ${projectId}::uuid
            and b.solution_id = g.solution_id and b.user_id = p.user_id offset 0)
          and not exists (select from queue_gold q where q.project_id = ${projectId}::uuid
            and q.solution_id = g.solution_id and q.user_id = p.user_id offset 0)
        limit p.room
      ) c
    ), added as (
      insert into queue_gold (project_id, user_id, position, solution_id, purpose)
      select ${projectId}::uuid, user_id, position, solution_id, 'gold' from sampled
      -- In the same order as in planScreeningAttempt: concurrent inserts in different orders would deadlock.
      order by user_id, solution_id
      on conflict do nothing returning user_id
    )
    insert into gold_plan (project_id, user_id, is_short)
    select ${projectId}::uuid, p.user_id, p.waiting + count(a.user_id) < ${maxPlanned}
    from person p left join added a on a.user_id = p.user_id group by p.user_id, p.waiting
    on conflict (project_id, user_id) do update set is_short = excluded.is_short, planned_at = now()`
}
