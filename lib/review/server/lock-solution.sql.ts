import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'

export interface SolutionKey {
  projectId: string
  solutionId: string
}

const attempts = 40
const waitSeconds = 0.05

/**
 * Locks a solution against all that labels it, until the transaction ends: no lease on it comes or goes, and no one
 * saves. Leases are taken under the lock of the queue's item, and saving and submitting hold their lease: also one
 * that seems to have run out, as whoever renews it at this moment has not committed yet.
 *
 * Who submits locks lease, annotation and item, in this order; who claims, the item and then a new lease. No order suits
 * both, so this one never waits for a lease or an annotation while it has the item: where one is taken it lets go of all,
 * and tries again.
 */
export async function lockSolution(db: Transaction, solutionKey: SolutionKey): Promise<void> {
  const { projectId, solutionId } = solutionKey
  await db.$queryRaw`
    select id from solution where project_id = ${projectId}::uuid and id = ${solutionId}::uuid for no key update`
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    await db.$executeRaw`savepoint solution_lock`
    if (await tryLocks(db, solutionKey)) return
    await db.$executeRaw`rollback to savepoint solution_lock`
    await db.$executeRaw`select pg_sleep(${waitSeconds})`
  }
  throw new AppError(
    'conflict',
    'Annotators are saving work on this solution. Nothing was changed. Try again.',
  )
}

async function tryLocks(db: Transaction, { projectId, solutionId }: SolutionKey): Promise<boolean> {
  await db.$queryRaw`
    select solution_id from queue_item
    where project_id = ${projectId}::uuid and solution_id = ${solutionId}::uuid for update`
  const [row] = await db.$queryRaw<{ isLocked: boolean }[]>`
    with leased as (
      select id from lease where project_id = ${projectId}::uuid and solution_id = ${solutionId}::uuid
      for update skip locked
    ), labelled as (
      select id from annotation where project_id = ${projectId}::uuid and solution_id = ${solutionId}::uuid
      for update skip locked
    )
    select (select count(*) from leased) = (
        select count(*) from lease where project_id = ${projectId}::uuid and solution_id = ${solutionId}::uuid)
      and (select count(*) from labelled) = (
        select count(*) from annotation where project_id = ${projectId}::uuid and solution_id = ${solutionId}::uuid)
      as "isLocked"`
  return row!.isLocked
}
