import { runCommitCallbacks } from '@/lib/platform/server/after-commit'
import { getDatabase, getTransferDatabase } from '@/lib/platform/server/database'
import { runTransaction, type WriteTransaction } from '@/lib/platform/server/run-transaction'
import { setTransactionLimits } from '@/lib/platform/server/transaction-limits'
import { type RequestTiming, rejectOutdatedRequest } from './request-timing'

export const commandTimeoutMs = 5_000
const connectionTimeoutMs = 2_000
/** Commands with a longer time limit use the transfer pool and set these limits, because that pool has those of jobs. */
const longCommandLimits = { lockMs: 10_000, idleMs: 5_000 } as const

interface CommandTransactionOptions {
  arrival: RequestTiming
  timeoutMs: number
}

/**
 * Runs a command in its transaction. Rolls back if the client has disconnected, if the command starts more than `timeoutMs`
 * after the request arrived, or if it would commit more than twice that time after the arrival.
 */
export async function runInCommandTransaction<T>(
  { arrival, timeoutMs }: CommandTransactionOptions,
  run: (transaction: WriteTransaction) => Promise<T>,
): Promise<T> {
  const isLong = timeoutMs > commandTimeoutMs
  const committedResult = await runTransaction(
    isLong ? getTransferDatabase() : getDatabase(),
    async ({ db, copier }) => {
      rejectOutdatedRequest(arrival, timeoutMs)
      if (isLong)
        await setTransactionLimits(db, {
          ...longCommandLimits,
          statementMs: timeoutMs,
          totalMs: timeoutMs + longCommandLimits.idleMs,
        })
      const reply = await run({ db, copier })
      rejectOutdatedRequest(arrival, 2 * timeoutMs)
      return { db, reply }
    },
    // start-checks.ts ensures READ COMMITTED. Setting it here would cost a statement each time.
    { timeout: timeoutMs, maxWait: connectionTimeoutMs },
  )
  runCommitCallbacks(committedResult.db)
  return committedResult.reply
}
