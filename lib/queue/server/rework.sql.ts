import { v7 as makeId } from 'uuid'
import { type LeasePurpose, Prisma } from '@/lib/generated/prisma/client'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import { isInactiveMemberSql } from '@/lib/projects/server/active-member.sql'
import { claimerLockKeySql, type LeaseRow } from './claim.sql'

interface Claimer {
  projectId: string
  userId: string
}

type ReworkKey = Claimer & { solutionId: string }

interface LeaseTerms {
  isPrefetched: boolean
  leaseMinutes: number
}

/** A lease on rework, with the reviewer’s note. */
export type ReworkLease = LeaseRow & { note: string | null }

/**
 * Claims the annotator's oldest rework, or returns null. The first time, its slot still counts as done and becomes leased,
 * so no free slot is needed. An expired lease has freed the slot: if another annotator has taken it, the rework is deleted
 * and the draft is kept. Requires `lockClaimsOfAnnotator`.
 */
export async function claimReworkItem(
  db: Transaction,
  claimer: Claimer,
  { isPrefetched, leaseMinutes }: LeaseTerms,
): Promise<ReworkLease | null> {
  for (;;) {
    const rework = await findOldestRework(db, claimer)
    if (!rework) return null
    const { purpose } = rework
    const key = { ...claimer, solutionId: rework.solutionId }
    if (await claimReworkSlot(db, key, rework)) {
      const lease = await insertReworkLease(db, key, { isPrefetched, leaseMinutes, purpose })
      return { ...lease, note: rework.note || null }
    }
    await deleteRework(db, key)
  }
}

interface ReworkRow {
  solutionId: string
  isCounted: boolean
  note: string
  purpose: LeasePurpose
}

/** SQL for the purpose under which the annotator first annotated the solution. A reopened annotation keeps it. */
export const annotationLeasePurposeSql = (
  projectId: Prisma.Sql,
  userId: Prisma.Sql,
  solutionId: Prisma.Sql,
) =>
  Prisma.sql`coalesce((
    select case when p.is_screening then 'screening' when p.is_quality_control then 'gold' end
    from annotation p
    where p.project_id = ${projectId} and p.solution_id = ${solutionId} and p.user_id = ${userId}), 'work')::lease_purpose`

async function findOldestRework(db: Transaction, { projectId, userId }: Claimer) {
  const rows = await db.$queryRaw<ReworkRow[]>`
    select d.solution_id as "solutionId", d.is_counted as "isCounted", d.note,
      ${annotationLeasePurposeSql(Prisma.sql`d.project_id`, Prisma.sql`d.user_id`, Prisma.sql`d.solution_id`)}::text as purpose
    from queue_rework d
    where d.project_id = ${projectId}::uuid and d.user_id = ${userId}::uuid
      and not exists (select from lease e where e.project_id = d.project_id
        and e.solution_id = d.solution_id and e.user_id = d.user_id)
    order by d.created_at, d.solution_id limit 1`
  return rows[0]
}

/**
 * Leases a slot: the one that still counts as done, otherwise a free one. Returns false if there is none. Locks the item
 * only on success, so a caller that moves on holds no lock on it. A solution that has left the queue needs no slot; a
 * second statement checks that, because it sees what the first one waited for. Gold needs none either, even if it was work
 * before. If a slot has been closed since, it is reopened. Fails at once while a round is being started, like every claim.
 */
async function claimReworkSlot(
  db: Transaction,
  { projectId, solutionId }: ReworkKey,
  { isCounted, purpose }: ReworkRow,
): Promise<boolean> {
  const [lock] = await db.$queryRaw<[{ isAvailable: boolean }]>`
    select pg_try_advisory_xact_lock_shared(hashtextextended('queue/' || ${projectId}::text, 0)) as "isAvailable"`
  if (!lock.isAvailable)
    throw new AppError(
      'unavailable',
      'A round is starting. Nothing was changed. Try again in a few seconds.',
      { retryAfterSeconds: 2 },
    )
  if (purpose !== 'work') return true
  const hasDoneSlotSql = Prisma.sql`(${isCounted} and done > 0)`
  const hasClosedSlotSql = Prisma.sql`(not ${hasDoneSlotSql} and leased + done = slots)`
  const updatedCount = await db.$executeRaw`
    update queue_item set leased = leased + 1, done = done - case when ${hasDoneSlotSql} then 1 else 0 end,
      slots = slots + case when ${hasClosedSlotSql} then 1 else 0 end,
      closed_slots = closed_slots - case when ${hasClosedSlotSql} then 1 else 0 end
    where project_id = ${projectId}::uuid and solution_id = ${solutionId}::uuid
      and (${hasDoneSlotSql} or leased + done < slots or closed_slots > 0)`
  if (updatedCount === 1) return true
  const [item] = await db.$queryRaw<[{ isQueued: boolean }]>`
    select exists (select from queue_item
      where project_id = ${projectId}::uuid and solution_id = ${solutionId}::uuid) as "isQueued"`
  return !item.isQueued
}

async function insertReworkLease(
  db: Transaction,
  { projectId, userId, solutionId }: ReworkKey,
  { isPrefetched, leaseMinutes, purpose }: LeaseTerms & Pick<ReworkRow, 'purpose'>,
): Promise<LeaseRow> {
  await db.$executeRaw`
    update queue_rework set is_counted = false
    where project_id = ${projectId}::uuid and user_id = ${userId}::uuid and solution_id = ${solutionId}::uuid`
  const [lease] = await db.$queryRaw<LeaseRow[]>`
    insert into lease (project_id, id, solution_id, user_id, is_prefetched, purpose, expires_at)
    values (${projectId}::uuid, ${makeId()}::uuid, ${solutionId}::uuid, ${userId}::uuid, ${isPrefetched},
      ${purpose}::lease_purpose, now() + make_interval(mins => ${leaseMinutes}))
    returning id, solution_id as "solutionId", is_prefetched as "isPrefetched", expires_at as "expiresAt",
      extract(epoch from expires_at - now())::float8 as "secondsLeft"`
  return lease!
}

/** Rework is reserved for its annotator for this many days. Then its slot goes to another annotator. */
const reworkReservationDays = 7

/** On queue_rework `d`: its annotator left the project, was disabled, or did not return in time. */
const isOverdueSql = Prisma.sql`(d.created_at < now() - make_interval(days => ${reworkReservationDays})
  or ${isInactiveMemberSql(Prisma.sql`d.user_id`, Prisma.sql`d.project_id`)})`

/**
 * Frees the slots of overdue rework (`isOverdueSql`) and keeps the drafts. Leased slots are left to their lease. Slots that are
 * already free can be claimed by anyone, and their rework stays. Skips annotators who are claiming right now, and blocks the
 * others from claiming until this transaction ends: `claimReworkItem` must find its slot as it read it. Locks items before
 * rework rows, as repairs do. Returns the number of items that now have a free slot.
 */
export async function releaseStaleRework(db: Transaction, projectId: string): Promise<number> {
  const claimer = claimerLockKeySql(Prisma.sql`overdue.project_id`, Prisma.sql`overdue.user_id`)
  return db.$executeRaw`
    with overdue as materialized (
      select d.project_id, d.solution_id, d.user_id from queue_rework d
      where d.project_id = ${projectId}::uuid and d.is_counted and ${isOverdueSql}
    ), releasable as materialized (
      select solution_id, user_id from overdue where pg_try_advisory_xact_lock(${claimer})
    ), items as materialized (
      select solution_id from queue_item
      where project_id = ${projectId}::uuid and solution_id in (select solution_id from releasable)
      order by solution_id for update
    ), deleted as (
      delete from queue_rework d using releasable, items
      where d.project_id = ${projectId}::uuid and d.solution_id = releasable.solution_id and d.user_id = releasable.user_id
        and d.is_counted and items.solution_id = d.solution_id
      returning d.solution_id
    ), counted as (
      select solution_id, count(*)::int as n from deleted group by solution_id
    )
    update queue_item q set done = q.done - c.n
    from counted c where q.project_id = ${projectId}::uuid and q.solution_id = c.solution_id`
}

/**
 * Deletes overdue rework whose solution has left the queue. It has no slot to free, but rounds do not select solutions with
 * pending rework. Leased solutions are left to their lease.
 */
export async function deleteStaleReworkOutsideQueue(
  db: Transaction,
  projectId: string,
): Promise<void> {
  const claimer = claimerLockKeySql(Prisma.sql`overdue.project_id`, Prisma.sql`overdue.user_id`)
  const isUnqueuedSql = Prisma.sql`d.project_id = ${projectId}::uuid and ${isOverdueSql}
    and not exists (select from queue_item q where q.project_id = d.project_id and q.solution_id = d.solution_id)`
  // Skips annotators who are claiming right now, and blocks the others from claiming. The next statement sees leases
  // taken so far.
  const annotators = await db.$queryRaw<{ userId: string }[]>`
    with overdue as materialized (
      select distinct d.project_id, d.user_id from queue_rework d where ${isUnqueuedSql}
    )
    select user_id as "userId" from overdue where pg_try_advisory_xact_lock(${claimer})`
  if (annotators.length === 0) return
  await db.$executeRaw`
    delete from queue_rework d where ${isUnqueuedSql} and d.user_id = any(${annotators.map(({ userId }) => userId)}::uuid[])
      and not exists (select from lease e
        where e.project_id = d.project_id and e.solution_id = d.solution_id and e.user_id = d.user_id)`
}

/** Records a reopened annotation as rework, so that it is served first if the annotator leaves it unfinished. */
export async function storeReopenedAnnotationAsRework(
  db: Transaction,
  { projectId, userId, solutionId }: ReworkKey,
): Promise<void> {
  await db.$executeRaw`
    insert into queue_rework (project_id, user_id, solution_id, kind, note, is_counted)
    values (${projectId}::uuid, ${userId}::uuid, ${solutionId}::uuid, 'reopened', '', false)
    on conflict do nothing`
}

/** Whether the solution was returned to the annotator, who has not submitted it since. */
export async function isReturned(
  db: Transaction,
  { projectId, userId, solutionId }: ReworkKey,
): Promise<boolean> {
  const [row] = await db.$queryRaw<[{ isReturned: boolean }]>`
    select exists (select from queue_rework where project_id = ${projectId}::uuid and user_id = ${userId}::uuid
      and solution_id = ${solutionId}::uuid and kind = 'returned') as "isReturned"`
  return row.isReturned
}

/** Called when its slot went to another annotator, or it was skipped. After a submission, `endLease` deletes it. */
export async function deleteRework(
  db: Transaction,
  { projectId, userId, solutionId }: ReworkKey,
): Promise<void> {
  await db.$executeRaw`
    delete from queue_rework
    where project_id = ${projectId}::uuid and user_id = ${userId}::uuid and solution_id = ${solutionId}::uuid`
}
