import { v7 as makeId } from 'uuid'
import type { Transaction } from '@/lib/platform/server/database'
import type { LeaseRow } from './claim.sql'

interface Claimer {
  projectId: string
  userId: string
}

type Due = Claimer & { solutionId: string }

/** A lease on what came back, and what the person is told. */
export type DueLease = LeaseRow & { note: string }

/**
 * Takes what was returned to this person, the oldest first; null when nothing is. Its place still counts as done the
 * first time: it is then held instead, so it never needs a free one. A lease on it that ran out gave the place back; if
 * somebody else has that by now, the solution is due no more, and the person's draft stays. Call it under `lockClaimer`.
 */
export async function takeDueItem(
  db: Transaction,
  claimer: Claimer,
  { isAhead, leaseMinutes }: { isAhead: boolean; leaseMinutes: number },
): Promise<DueLease | null> {
  for (;;) {
    const due = await findDue(db, claimer)
    if (!due) return null
    const place = { ...claimer, solutionId: due.solutionId }
    if (await takeDuePlace(db, place, due.isCounted)) {
      const lease = await insertDueLease(db, place, { isAhead, leaseMinutes })
      return { ...lease, note: due.note }
    }
    await endDue(db, place)
  }
}

async function findDue(db: Transaction, { projectId, userId }: Claimer) {
  const rows = await db.$queryRaw<{ solutionId: string; isCounted: boolean; note: string }[]>`
    select d.solution_id as "solutionId", d.is_counted as "isCounted", d.note from queue_due d
    where d.project_id = ${projectId}::uuid and d.user_id = ${userId}::uuid
      and not exists (select from lease e where e.project_id = d.project_id
        and e.solution_id = d.solution_id and e.user_id = d.user_id)
    order by d.created_at, d.solution_id limit 1`
  return rows[0]
}

/**
 * Holds a place: the one that counted as done, else a free one. False where there is none. One statement, which locks the
 * item only where it takes it: who goes on to the next holds no lock on this one. What stands in the queue no more has no
 * places to count.
 */
async function takeDuePlace(
  db: Transaction,
  { projectId, solutionId }: Due,
  isCounted: boolean,
): Promise<boolean> {
  const [row] = await db.$queryRaw<{ isTaken: boolean }[]>`
    with taken as (
      update queue_item set held = held + 1, done = done - case when ${isCounted} and done > 0 then 1 else 0 end
      where project_id = ${projectId}::uuid and solution_id = ${solutionId}::uuid
        and ((${isCounted} and done > 0) or held + done < wanted)
      returning solution_id
    )
    select exists (select from taken) or not exists (
      select from queue_item where project_id = ${projectId}::uuid and solution_id = ${solutionId}::uuid
    ) as "isTaken"`
  return row!.isTaken
}

async function insertDueLease(
  db: Transaction,
  { projectId, userId, solutionId }: Due,
  { isAhead, leaseMinutes }: { isAhead: boolean; leaseMinutes: number },
): Promise<LeaseRow> {
  await db.$executeRaw`
    update queue_due set is_counted = false
    where project_id = ${projectId}::uuid and user_id = ${userId}::uuid and solution_id = ${solutionId}::uuid`
  const [lease] = await db.$queryRaw<LeaseRow[]>`
    insert into lease (project_id, id, solution_id, user_id, is_ahead, expires_at)
    values (${projectId}::uuid, ${makeId()}::uuid, ${solutionId}::uuid, ${userId}::uuid, ${isAhead},
      now() + make_interval(mins => ${leaseMinutes}))
    returning id, solution_id as "solutionId", is_ahead as "isAhead", expires_at as "expiresAt",
      extract(epoch from expires_at - now())::float8 as "secondsLeft"`
  return lease!
}

/** What a person is told of a solution that came back to them; null for all others. */
export async function findDueNote(
  db: Transaction,
  { projectId, userId, solutionId }: Due,
): Promise<string | null> {
  const [row] = await db.$queryRaw<{ note: string }[]>`
    select note from queue_due
    where project_id = ${projectId}::uuid and user_id = ${userId}::uuid and solution_id = ${solutionId}::uuid`
  return row?.note ?? null
}

/** It was submitted, or skipped, or somebody else has its place: nobody waits for this person's labelling any more. */
export async function endDue(
  db: Transaction,
  { projectId, userId, solutionId }: Due,
): Promise<void> {
  await db.$executeRaw`
    delete from queue_due
    where project_id = ${projectId}::uuid and user_id = ${userId}::uuid and solution_id = ${solutionId}::uuid`
}
