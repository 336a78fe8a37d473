import { JobEndedError } from '@/lib/jobs/server/job-watch'
import { readUuid } from '@/lib/platform/server/binary-rows'
import type { Transaction } from '@/lib/platform/server/database'
import { runRowTransaction } from '@/lib/platform/server/row-transaction'
import { setTransactionLimits } from '@/lib/platform/server/transaction-limits'
import { addToRun, type RunAttempt, type RunKey } from './score-run-rows.sql'
import { copyScoresSql, type ScoredSolution, writeScoreRow } from './score-values'

/** Results since the last batch. */
export interface SolutionScores {
  scored: ScoredSolution[]
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
  run: RunAttempt,
  { scored, reused, failed }: SolutionScores,
): Promise<void> {
  if (scored.length + failed.length === 0) return
  const of = { project: readUuid(run.projectId), run: readUuid(run.runId) }
  await runRowTransaction(
    async ({ db, copier }) => {
      const counts = { done: scored.length, reused, failed: failed.length }
      await setTransactionLimits(db, { statementMs: storeTimeoutMs })
      if (!(await addToRun(db, run, counts))) throw new JobEndedError()
      await copier.copy(copyScoresSql, (rows) => {
        for (const each of scored) writeScoreRow(rows, of, each)
      })
      if (failed.length > 0) await insertFailures(db, run, failed)
    },
    { timeout: storeTimeoutMs, maxWait: waitForConnectionMs },
  )
}

async function insertFailures(
  db: Transaction,
  { projectId, runId }: RunKey,
  failed: SolutionScores['failed'],
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
