import { v7 as makeId } from 'uuid'
import { type LeasePurpose, Prisma } from '@/lib/generated/prisma/client'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import { nameClaimer, type LeaseRow } from './claim.sql'

interface Claimer {
  projectId: string
  userId: string
}

type Due = Claimer & { solutionId: string }

interface DueTerms {
  isAhead: boolean
  leaseMinutes: number
}

/** A lease on what came back, and what the person is told. */
export type DueLease = LeaseRow & { note: string | null }

/**
 * Takes what was returned to this person, the oldest first; null when nothing is. Its place still counts as done the
 * first time: it is then held instead, so it never needs a free one. A lease on it that ran out gave the place back; if
 * somebody else has that by now, the solution is due no more, and the person's draft stays. Call it under `lockClaimer`.
 */
export async function takeDueItem(
  db: Transaction,
  claimer: Claimer,
  { isAhead, leaseMinutes }: DueTerms,
): Promise<DueLease | null> {
  for (;;) {
    const due = await findDue(db, claimer)
    if (!due) return null
    const { purpose } = due
    const place = { ...claimer, solutionId: due.solutionId }
    if (await takeDuePlace(db, place, due)) {
      const lease = await insertDueLease(db, place, { isAhead, leaseMinutes, purpose })
      return { ...lease, note: due.note || null }
    }
    await endDue(db, place)
  }
}

interface FoundDue {
  solutionId: string
  isCounted: boolean
  note: string
  purpose: LeasePurpose
}

/** As what a person labelled a solution before: what they open again stays that. */
export const purposeOf = (projectId: Prisma.Sql, userId: Prisma.Sql, solutionId: Prisma.Sql) =>
  Prisma.sql`coalesce((
    select case when p.is_screening then 'screening' when p.is_quality_control then 'gold' end
    from annotation p
    where p.project_id = ${projectId} and p.solution_id = ${solutionId} and p.user_id = ${userId}), 'work')::lease_purpose`

async function findDue(db: Transaction, { projectId, userId }: Claimer) {
  const rows = await db.$queryRaw<FoundDue[]>`
    select d.solution_id as "solutionId", d.is_counted as "isCounted", d.note,
      ${purposeOf(Prisma.sql`d.project_id`, Prisma.sql`d.user_id`, Prisma.sql`d.solution_id`)}::text as purpose
    from queue_due d
    where d.project_id = ${projectId}::uuid and d.user_id = ${userId}::uuid
      and not exists (select from lease e where e.project_id = d.project_id
        and e.solution_id = d.solution_id and e.user_id = d.user_id)
    order by d.created_at, d.solution_id limit 1`
  return rows[0]
}

/**
 * Holds a place: the one that counted as done, else a free one. False where there is none. The item is locked only where it
 * is taken: who goes on to the next holds no lock on this one. What stands in the queue no more has no places to count;
 * whether it does is asked in a statement of its own, which sees what the one before waited for. Gold has none either,
 * though it may have been work once; one that closed since opens for whom it was. While a round fills the queue it is
 * refused at once, like every claim.
 */
async function takeDuePlace(
  db: Transaction,
  { projectId, solutionId }: Due,
  { isCounted, purpose }: FoundDue,
): Promise<boolean> {
  const [lock] = await db.$queryRaw<[{ isOpen: boolean }]>`
    select pg_try_advisory_xact_lock_shared(hashtextextended('queue/' || ${projectId}::text, 0)) as "isOpen"`
  if (!lock.isOpen)
    throw new AppError(
      'unavailable',
      'A round is being put into the queue. Nothing was changed; try again in a few seconds.',
      { retryAfterSeconds: 2 },
    )
  if (purpose !== 'work') return true
  const hasItsOwn = Prisma.sql`(${isCounted} and done > 0)`
  const isClosed = Prisma.sql`(not ${hasItsOwn} and held + done = wanted)`
  const taken = await db.$executeRaw`
    update queue_item set held = held + 1, done = done - case when ${hasItsOwn} then 1 else 0 end,
      wanted = wanted + case when ${isClosed} then 1 else 0 end,
      closed_places = closed_places - case when ${isClosed} then 1 else 0 end
    where project_id = ${projectId}::uuid and solution_id = ${solutionId}::uuid
      and (${hasItsOwn} or held + done < wanted or closed_places > 0)`
  if (taken === 1) return true
  const [item] = await db.$queryRaw<[{ isQueued: boolean }]>`
    select exists (select from queue_item
      where project_id = ${projectId}::uuid and solution_id = ${solutionId}::uuid) as "isQueued"`
  return !item.isQueued
}

async function insertDueLease(
  db: Transaction,
  { projectId, userId, solutionId }: Due,
  { isAhead, leaseMinutes, purpose }: DueTerms & Pick<FoundDue, 'purpose'>,
): Promise<LeaseRow> {
  await db.$executeRaw`
    update queue_due set is_counted = false
    where project_id = ${projectId}::uuid and user_id = ${userId}::uuid and solution_id = ${solutionId}::uuid`
  const [lease] = await db.$queryRaw<LeaseRow[]>`
    insert into lease (project_id, id, solution_id, user_id, is_ahead, purpose, expires_at)
    values (${projectId}::uuid, ${makeId()}::uuid, ${solutionId}::uuid, ${userId}::uuid, ${isAhead},
      ${purpose}::lease_purpose, now() + make_interval(mins => ${leaseMinutes}))
    returning id, solution_id as "solutionId", is_ahead as "isAhead", expires_at as "expiresAt",
      extract(epoch from expires_at - now())::float8 as "secondsLeft"`
  return lease!
}

/** After so long without its person a place that is due goes to somebody else. */
const dueDays = 7

/** Of a row `d` of what is due: its person left, or did not come for long. */
const isLate = Prisma.sql`(d.created_at < now() - make_interval(days => ${dueDays}) or exists (
  select from app_user u where u.id = d.user_id and (u.disabled_at is not null or not u.is_instance_admin
    and not exists (select from member m where m.project_id = d.project_id and m.user_id = u.id))))`

/**
 * Gives back the places of what is due to people who left or did not come for long; their drafts stay. One that is held
 * counts as done no more, and is left to its lease; one that is free already is anybody's, and stays due. Whoever claims at this moment is passed over, and waits from here on:
 * `takeDueItem` must find its place as it was read. Items are locked before what is due, as repairs do. Returns how many
 * items have free places now.
 */
export async function endStaleDue(db: Transaction, projectId: string): Promise<number> {
  const claimer = nameClaimer(Prisma.sql`late.project_id`, Prisma.sql`late.user_id`)
  return db.$executeRaw`
    with late as materialized (
      select d.project_id, d.solution_id, d.user_id from queue_due d
      where d.project_id = ${projectId}::uuid and d.is_counted and ${isLate}
    ), away as materialized (
      select solution_id, user_id from late where pg_try_advisory_xact_lock(${claimer})
    ), items as materialized (
      select solution_id from queue_item
      where project_id = ${projectId}::uuid and solution_id in (select solution_id from away)
      order by solution_id for update
    ), stale as (
      delete from queue_due d using away, items
      where d.project_id = ${projectId}::uuid and d.solution_id = away.solution_id and d.user_id = away.user_id
        and d.is_counted and items.solution_id = d.solution_id
      returning d.solution_id
    ), counted as (
      select solution_id, count(*)::int as n from stale group by solution_id
    )
    update queue_item q set done = q.done - c.n
    from counted c where q.project_id = ${projectId}::uuid and q.solution_id = c.solution_id`
}

/**
 * The same of what stands in the queue no more: it has no place to give back, but no round selects what is due to
 * somebody. What the person holds is left to its lease.
 */
export async function endPlacelessDue(db: Transaction, projectId: string): Promise<void> {
  const claimer = nameClaimer(Prisma.sql`late.project_id`, Prisma.sql`late.user_id`)
  const isPlaceless = Prisma.sql`d.project_id = ${projectId}::uuid and ${isLate}
    and not exists (select from queue_item q where q.project_id = d.project_id and q.solution_id = d.solution_id)`
  // Whoever claims is passed over, and waits from here on. What they hold by now the next statement sees.
  const away = await db.$queryRaw<{ userId: string }[]>`
    with late as materialized (
      select distinct d.project_id, d.user_id from queue_due d where ${isPlaceless}
    )
    select user_id as "userId" from late where pg_try_advisory_xact_lock(${claimer})`
  if (away.length === 0) return
  await db.$executeRaw`
    delete from queue_due d where ${isPlaceless} and d.user_id = any(${away.map(({ userId }) => userId)}::uuid[])
      and not exists (select from lease e
        where e.project_id = d.project_id and e.solution_id = d.solution_id and e.user_id = d.user_id)`
}

/** Remembers that a person opened an annotation again: should they leave it, it is served to them first. */
export async function insertReopenedDue(
  db: Transaction,
  { projectId, userId, solutionId }: Due,
): Promise<void> {
  await db.$executeRaw`
    insert into queue_due (project_id, user_id, solution_id, kind, note, is_counted)
    values (${projectId}::uuid, ${userId}::uuid, ${solutionId}::uuid, 'reopened', '', false)
    on conflict do nothing`
}

/** It was submitted, or skipped, or somebody else has its place: nobody waits for this person's annotation any more. */
export async function endDue(
  db: Transaction,
  { projectId, userId, solutionId }: Due,
): Promise<void> {
  await db.$executeRaw`
    delete from queue_due
    where project_id = ${projectId}::uuid and user_id = ${userId}::uuid and solution_id = ${solutionId}::uuid`
}
