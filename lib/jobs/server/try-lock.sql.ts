import type { Transaction } from '@/lib/platform/server/database'

/**
 * Takes an advisory lock until the transaction ends. False if another transaction has it.
 *
 * @param name what only one process may work on: `regrade/` and a project's id
 */
export async function tryAdvisoryLock(db: Transaction, name: string): Promise<boolean> {
  const [row] = await db.$queryRaw<[{ isAcquired: boolean }]>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as "isAcquired"`
  return row.isAcquired
}
