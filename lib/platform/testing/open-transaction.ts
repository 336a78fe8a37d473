import { getDatabase, type Transaction } from '@/lib/platform/server/database'
import { setTransactionLimits } from '@/lib/platform/server/transaction-limits'

/** Opens a transaction that stays open until `end` is called. */
export function openLongTransaction(use: (db: Transaction) => Promise<unknown>) {
  const startedSignal = Promise.withResolvers<void>()
  const endSignal = Promise.withResolvers<void>()
  const completion = getDatabase().$transaction(
    async (db) => {
      await setTransactionLimits(db, { idleMs: 0, totalMs: 0 })
      await use(db)
      startedSignal.resolve()
      await endSignal.promise
    },
    { timeout: 30_000 },
  )
  completion.catch((error: unknown) => startedSignal.reject(error))
  return {
    started: startedSignal.promise,
    async end() {
      endSignal.resolve()
      await completion
    },
  }
}

/** Runs `meanwhile` while another transaction has the locks that `acquireLocks` takes. */
export async function runWhileLocked<T>(
  acquireLocks: (db: Transaction) => Promise<unknown>,
  meanwhile: () => Promise<T>,
): Promise<T> {
  const transaction = openLongTransaction(acquireLocks)
  await transaction.started
  try {
    return await meanwhile()
  } finally {
    await transaction.end()
  }
}

/** Number of statements that wait for another transaction's lock or sleep (`pg_sleep`). */
export async function countBlockedStatements(): Promise<number> {
  const [row] = await getDatabase().$queryRaw<[{ waiting: number }]>`
    select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend'
      and (wait_event_type = 'Lock' or wait_event = 'PgSleep')`
  return row.waiting
}
