import { getTransferDatabase } from '@/lib/platform/server/database'
import { runTransaction } from '@/lib/platform/server/run-transaction'
import { setTransactionLimits } from '@/lib/platform/server/transaction-limits'
import { readUnscoredSolutions, type UnscoredSolution } from './score-rows.sql'
import type { ScoreRunKey, ScoreScope } from './score-run-rows.sql'

const readTimeoutMs = 60_000
const waitForConnectionMs = 10_000
const smallestId = '00000000-0000-0000-0000-000000000000'

/** In its own transaction, so that no connection is held while a model server computes. */
export function readUnscoredPage(
  run: ScoreRunKey,
  { scope, after, count }: { scope: ScoreScope; after: string | null; count: number },
): Promise<UnscoredSolution[]> {
  return runTransaction(
    getTransferDatabase(),
    async ({ db, rows }) => {
      await setTransactionLimits(db, { statementMs: readTimeoutMs })
      return readUnscoredSolutions(rows, run, { scope, after: after ?? smallestId, count })
    },
    { timeout: readTimeoutMs, maxWait: waitForConnectionMs },
  )
}
