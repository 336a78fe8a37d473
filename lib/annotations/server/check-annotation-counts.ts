import { runBulkTransaction } from '@/lib/platform/server/bulk-transaction'
import { setTransactionLimits } from '@/lib/platform/server/transaction-limits'
import { correctAnnotationCounts, countWrongAnnotationCounts } from './annotation-counts.sql'

/** Reading tens of millions of annotations takes minutes. */
const maxMs = 3_600_000

/** Compares the kept counts with all annotations, and corrects them if asked to. Returns how many are or were wrong. */
export const checkAnnotationCounts = ({ corrects }: { corrects: boolean }): Promise<number> =>
  runBulkTransaction(
    async ({ db }) => {
      await setTransactionLimits(db, { statementMs: maxMs, totalMs: maxMs })
      return corrects ? correctAnnotationCounts(db) : countWrongAnnotationCounts(db)
    },
    { timeout: maxMs },
  )
