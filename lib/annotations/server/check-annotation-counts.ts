import { type Transaction, getTransferDatabase } from '@/lib/platform/server/database'
import { runTransaction } from '@/lib/platform/server/run-transaction'
import { setTransactionLimits } from '@/lib/platform/server/transaction-limits'
import { correctAnnotationCounts, countIncorrectAnnotationCounts } from './annotation-counts.sql'

/** Reading tens of millions of annotations takes minutes. */
const maxMs = 3_600_000

/** Compares the stored counts with all annotations. Returns how many are wrong. */
export const checkAnnotationCounts = (): Promise<number> =>
  runForLong(countIncorrectAnnotationCounts)

/** Corrects the stored counts. Returns how many were wrong. */
export const rebuildAnnotationCounts = (): Promise<number> => runForLong(correctAnnotationCounts)

const runForLong = (run: (db: Transaction) => Promise<number>) =>
  runTransaction(
    getTransferDatabase(),
    async ({ db }) => {
      await setTransactionLimits(db, { statementMs: maxMs, totalMs: maxMs })
      return run(db)
    },
    { timeout: maxMs },
  )
