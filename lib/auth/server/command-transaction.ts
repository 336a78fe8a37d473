import { getDatabase, getTransferDatabase, type Transaction } from '@/lib/platform/server/database'
import { setTransactionLimits } from '@/lib/platform/server/transaction-limits'

export const commandTimeoutMs = 5_000
const connectionTimeoutMs = 2_000
/** Commands with a longer time limit have their own connections, whose limits are made for jobs. */
const longCommandLimits = { lockMs: 10_000, idleMs: 5_000 } as const

/** Runs a command in its transaction. */
export function inCommandTransaction<T>(
  { timeoutMs }: { timeoutMs: number },
  run: (db: Transaction) => Promise<T>,
): Promise<T> {
  const isLong = timeoutMs > commandTimeoutMs
  const database = isLong ? getTransferDatabase() : getDatabase()
  return database.$transaction(
    async (db) => {
      if (isLong)
        await setTransactionLimits(db, {
          ...longCommandLimits,
          ...{ statementMs: timeoutMs, totalMs: timeoutMs + longCommandLimits.idleMs },
        })
      return run(db)
    },
    // start-checks.ts ensures READ COMMITTED. Setting it here would cost a statement each time.
    { timeout: timeoutMs, maxWait: connectionTimeoutMs },
  )
}
