import { getDatabase, type Transaction } from '@/lib/platform/server/database'
import { setTransactionLimits } from '@/lib/platform/server/transaction-limits'

/** A transaction that has run its statements but has not ended. */
export interface PendingTransaction {
  /** Commits it or rolls it back. */
  end(outcome: 'commit' | 'rollback'): Promise<void>
}

class RollbackSignal extends Error {}

/** Runs `run` in a transaction that stays open until `end` is called. */
export async function beginPendingTransaction(
  run: (db: Transaction) => Promise<unknown>,
): Promise<PendingTransaction> {
  const runFinished = Promise.withResolvers<void>()
  const endOutcome = Promise.withResolvers<'commit' | 'rollback'>()
  const transaction = getDatabase().$transaction(
    async (db) => {
      await setTransactionLimits(db, { idleMs: 0, totalMs: 0 })
      await run(db)
      runFinished.resolve()
      if ((await endOutcome.promise) === 'rollback') throw new RollbackSignal()
    },
    { timeout: 30_000 },
  )
  const completion = transaction.catch((error: unknown) => {
    runFinished.reject(error)
    if (!(error instanceof RollbackSignal)) throw error
  })
  await runFinished.promise
  return {
    async end(outcome) {
      endOutcome.resolve(outcome)
      await completion
    },
  }
}
