import { transactWithRows } from '@/lib/platform/server/row-transaction'
import { readUnscoredSolutions, type WaitingSolution } from './score-rows.sql'
import type { RunKey, Takes } from './score-run-rows.sql'

const readTimeoutMs = 60_000
const waitForConnectionMs = 10_000
const first = '00000000-0000-0000-0000-000000000000'

/** In its own transaction, so that no connection is held while a model server computes. */
export function readPage(
  run: RunKey,
  { takes, after, count }: { takes: Takes; after: string | null; count: number },
): Promise<WaitingSolution[]> {
  return transactWithRows(
    async ({ db, rows }) => {
      await db.$executeRaw`select set_config('statement_timeout', ${String(readTimeoutMs)}, true)`
      return readUnscoredSolutions(rows, run, { takes, after: after ?? first, count })
    },
    { timeout: readTimeoutMs, maxWait: waitForConnectionMs },
  )
}
