import { v7 as makeId } from 'uuid'
import { Prisma } from '@/lib/generated/prisma/client'
import type { Transaction } from '@/lib/platform/server/database'
import { endExpiredLeases, listLeasesOf } from './claim.sql'
import { insertReopenedDue, purposeOf } from './due.sql'
import { endLease } from './leases'

interface Holder {
  projectId: string
  userId: string
}

/**
 * Gives a person a lease on a solution that they had finished, and its place in the queue back with it; gold has none. What they hold
 * now becomes the one ahead; one that was ahead before is given back. Call it under `lockClaimer`, after
 * `lockReopenedItems`.
 */
export async function reopenLease(
  db: Transaction,
  holder: Holder,
  { solutionId, leaseMinutes }: { solutionId: string; leaseMinutes: number },
): Promise<string> {
  const { projectId, userId } = holder
  const purpose = purposeOf(
    Prisma.sql`${projectId}::uuid`,
    Prisma.sql`${userId}::uuid`,
    Prisma.sql`${solutionId}::uuid`,
  )
  const ahead = await findAhead(db, holder)
  if (ahead) await endLease(db, holder, ahead, 'given_back')
  await db.$executeRaw`
    update lease set is_ahead = true where project_id = ${projectId}::uuid and user_id = ${userId}::uuid`
  await db.$executeRaw`
    update queue_item set held = held + 1, done = done - 1
    where project_id = ${projectId}::uuid and solution_id = ${solutionId}::uuid and ${purpose} = 'work'`
  const id = makeId()
  await db.$executeRaw`
    insert into lease (project_id, id, solution_id, user_id, is_ahead, purpose, expires_at)
    values (${projectId}::uuid, ${id}::uuid, ${solutionId}::uuid, ${userId}::uuid, false, ${purpose},
      now() + make_interval(mins => ${leaseMinutes}))`
  await insertReopenedDue(db, { ...holder, solutionId })
  return id
}

/**
 * Takes the queue's items that opening a solution again will change: its own, and that of the one ahead, which is given
 * back. What ran out is given back before: it still has its place as the current one, or as the one ahead.
 */
export async function lockReopenedItems(
  db: Transaction,
  holder: Holder,
  solutionId: string,
): Promise<void> {
  await endExpiredLeases(db, holder.projectId)
  const ahead = await findAhead(db, holder)
  await lockItems(db, holder.projectId, ahead ? [ahead.solutionId, solutionId] : [solutionId])
}

async function findAhead(db: Transaction, holder: Holder) {
  return (await listLeasesOf(db, holder)).find(({ isAhead }) => isAhead)
}

/** In one order for everybody, so that two people who open each other's solutions again do not wait for each other. */
async function lockItems(db: Transaction, projectId: string, solutions: string[]): Promise<void> {
  await db.$queryRaw`
    select solution_id from queue_item
    where project_id = ${projectId}::uuid and solution_id = any (${solutions}::uuid[])
    order by solution_id for update`
}
