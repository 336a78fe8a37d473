import type { Transaction } from '@/lib/platform/server/database'

/**
 * False: another process has it. Held until the transaction ends.
 *
 * @param name what one process works on at a time: `regrade/` and a project's id
 */
export async function tryLock(db: Transaction, name: string): Promise<boolean> {
  const [row] = await db.$queryRaw<[{ isOurs: boolean }]>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as "isOurs"`
  return row.isOurs
}
