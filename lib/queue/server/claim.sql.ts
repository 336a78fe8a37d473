import { v7 as makeId } from 'uuid'
import { Prisma } from '@/lib/generated/prisma/client'
import type { Transaction } from '@/lib/platform/server/database'

/** A lease as the person who claims sees it. */
export interface LeaseRow {
  id: string
  solutionId: string
  isAhead: boolean
  expiresAt: Date
  secondsLeft: number
}

interface Claimer {
  projectId: string
  userId: string
}

/**
 * One at a time for one person, in however many tabs and processes: claims, and whatever touches more than one lease
 * (which would otherwise lock them in different orders). Held until the transaction ends; other people do not wait.
 */
export async function lockClaimer(db: Transaction, { projectId, userId }: Claimer): Promise<void> {
  const key = nameClaimer(Prisma.sql`${projectId}`, Prisma.sql`${userId}`)
  await db.$executeRaw`select pg_advisory_xact_lock(${key})`
}

/** The number that stands for a claimer where they are locked. */
export const nameClaimer = (projectId: Prisma.Sql, userId: Prisma.Sql) =>
  Prisma.sql`hashtextextended('claim/' || ${projectId}::text || '/' || ${userId}::text, 0)`

/** Gives back what ran out, so that its places count as free. The index on expires_at makes this cheap when nothing did. */
export async function endExpiredLeases(db: Transaction, projectId: string): Promise<void> {
  await db.$executeRaw`
    with expired as (
      delete from lease where project_id = ${projectId}::uuid and expires_at <= now() returning solution_id
    ), counted as (
      select solution_id, count(*)::int as n from expired group by solution_id order by solution_id
    )
    update queue_item q set held = q.held - c.n
    from counted c where q.project_id = ${projectId}::uuid and q.solution_id = c.solution_id`
}

export async function listLeasesOf(db: Transaction, claimer: Claimer): Promise<LeaseRow[]> {
  return db.$queryRaw<LeaseRow[]>`
    select id, solution_id as "solutionId", is_ahead as "isAhead", expires_at as "expiresAt",
      extract(epoch from expires_at - now())::float8 as "secondsLeft"
    from lease
    where project_id = ${claimer.projectId}::uuid and user_id = ${claimer.userId}::uuid and expires_at > now()`
}

/**
 * Takes the best open solution that this person has neither labelled nor skipped nor holds: null when none is free.
 * What is due to them comes by `takeDueItem` alone: its place may still count as done.
 *
 * The places taken are counted on the very row that is locked, so PostgreSQL looks at the count again once it has the
 * lock; a count over the lease table would be read from the statement's snapshot and let one too many in (3 in 482 when
 * it was tried). `skipLocked` lets claims pass each other; a row that is passed over may still have a place left, so
 * only a claim that waits may say that nothing is free.
 */
export async function takeBestItem(
  db: Transaction,
  { projectId, userId }: Claimer,
  {
    isAhead,
    leaseMinutes,
    skipLocked,
  }: { isAhead: boolean; leaseMinutes: number; skipLocked: boolean },
): Promise<LeaseRow | null> {
  const rows = await db.$queryRaw<LeaseRow[]>`
    with best as (
      select q.solution_id from queue_item q
      where q.project_id = ${projectId}::uuid and q.held + q.done < q.wanted
        and not exists (select from labelling l where l.project_id = q.project_id
          and l.solution_id = q.solution_id and l.user_id = ${userId}::uuid and l.state <> 'draft')
        and not exists (select from skip s where s.project_id = q.project_id
          and s.solution_id = q.solution_id and s.user_id = ${userId}::uuid)
        and not exists (select from lease e where e.project_id = q.project_id
          and e.solution_id = q.solution_id and e.user_id = ${userId}::uuid)
        and not exists (select from queue_due d where d.project_id = q.project_id
          and d.solution_id = q.solution_id and d.user_id = ${userId}::uuid)
      order by q.tier, q.pass, q.priority desc, q.solution_id
      limit 1 for update of q ${skipLocked ? Prisma.sql`skip locked` : Prisma.empty}
    ), taken as (
      update queue_item q set held = q.held + 1 from best
      where q.project_id = ${projectId}::uuid and q.solution_id = best.solution_id returning q.solution_id
    )
    insert into lease (project_id, id, solution_id, user_id, is_ahead, expires_at)
    select ${projectId}::uuid, ${makeId()}::uuid, solution_id, ${userId}::uuid, ${isAhead},
      now() + make_interval(mins => ${leaseMinutes}) from taken
    returning id, solution_id as "solutionId", is_ahead as "isAhead", expires_at as "expiresAt",
      extract(epoch from expires_at - now())::float8 as "secondsLeft"`
  return rows[0] ?? null
}

export interface QueueState {
  /** Items with places left, whoever may take them. */
  hasOpen: boolean
  hasItems: boolean
  /** When the first lease of other people ends. */
  othersUntil: Date | null
}

/** Why there may be nothing for this person. */
export async function readQueueState(
  db: Transaction,
  { projectId, userId }: Claimer,
): Promise<QueueState> {
  const [row] = await db.$queryRaw<QueueState[]>`
    select
      exists (select from queue_item where project_id = ${projectId}::uuid and held + done < wanted) as "hasOpen",
      exists (select from queue_item where project_id = ${projectId}::uuid) as "hasItems",
      (select min(expires_at) from lease where project_id = ${projectId}::uuid and user_id <> ${userId}::uuid
        and expires_at > now()) as "othersUntil"`
  return row!
}
