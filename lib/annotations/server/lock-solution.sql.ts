import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'

export interface SolutionKey {
  projectId: string
  solutionId: string
}

const attempts = 40
const waitSeconds = 0.05

/**
 * Blocks annotation of a solution until the transaction ends: no lease on it starts or ends, and nothing is saved.
 * Leases are created under the lock of the queue item, and saves and submissions lock their lease. Leases that
 * look expired are locked too, because a renewal may not be committed yet.
 * Submissions lock lease, annotation and item in this order; claims lock the item and then insert a lease. No lock
 * order suits both, so this function never waits for a lease or annotation while it has the item locked: if one is
 * locked, it releases everything and tries again.
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
