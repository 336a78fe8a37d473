import { JobEndedError } from '@/lib/jobs/server/job-watch'
import { uuidToBytes } from '@/lib/platform/server/binary-copy-writer'
import { type Transaction, getTransferDatabase } from '@/lib/platform/server/database'
import { runTransaction } from '@/lib/platform/server/run-transaction'
import { setTransactionLimits } from '@/lib/platform/server/transaction-limits'
import { addScoreRunCounts, type ScoreRunAttempt, type ScoreRunKey } from './score-run-rows.sql'
import {
  scoreCopyFromStdinSql,
  type SolutionScoreRow,
  appendScoreCopyRow,
} from './solution-score-columns'

/** Results since the last batch. */
export interface ScoreBatch {
  scored: SolutionScoreRow[]
  /** How many of them were reused from an earlier run. */
  reused: number
  failed: { solutionId: string; message: string }[]
}

const storeTimeoutMs = 60_000
const waitForConnectionMs = 10_000

/**
 * Stores scores and counts them in one transaction, so that the count is right whenever the process dies.
 *
 * @throws JobEndedError if the run was cancelled or restarted; nothing is stored then
 */
export async function storeScores(
  run: ScoreRunAttempt,
  { scored, reused, failed }: ScoreBatch,
): Promise<void> {
  if (scored.length + failed.length === 0) return
  const keys = { project: uuidToBytes(run.projectId), run: uuidToBytes(run.runId) }
  await runTransaction(
    getTransferDatabase(),
    async ({ db, copier }) => {
      const counts = { done: scored.length, reused, failed: failed.length }
      await setTransactionLimits(db, { statementMs: storeTimeoutMs })
      if (!(await addScoreRunCounts(db, run, counts))) throw new JobEndedError()
      await copier.copy(scoreCopyFromStdinSql, (rows) => {
        for (const row of scored) appendScoreCopyRow(rows, keys, row)
      })
      if (failed.length > 0) await insertFailures(db, run, failed)
    },
    { timeout: storeTimeoutMs, maxWait: waitForConnectionMs },
  )
}

async function insertFailures(
  db: Transaction,
  { projectId, runId }: ScoreRunKey,
  failed: ScoreBatch['failed'],
): Promise<void> {
  const [ids, messages] = [
    failed.map(({ solutionId }) => solutionId),
    failed.map(({ message }) => message.toWellFormed().replaceAll('\0', '')),
  ]
  await db.$executeRaw`
    insert into solution_score (project_id, run_id, solution_id, step_scores, message)
    select ${projectId}::uuid, ${runId}::uuid, f.id, '{}', f.message
    from unnest(${ids}::uuid[], ${messages}::text[]) as f(id, message)`
}
