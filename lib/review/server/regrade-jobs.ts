import { appendAuditEntry } from '@/lib/auth/server/audit'
import { Prisma } from '@/lib/generated/prisma/client'
import { graderVersion } from '@/lib/grading/grade'
import { gradeWithOpinion } from '@/lib/grading/server/grade-with-opinion'
import { SecondOpinion } from '@/lib/grading/server/second-opinion'
import type { JobHandlers } from '@/lib/jobs/job'
import { JobEnded, JobWatch } from '@/lib/jobs/server/job-watch'
import { AppError } from '@/lib/platform/errors'
import { getDatabase, getTransferDatabase, type Transaction } from '@/lib/platform/server/database'
import { queueSolutions } from '@/lib/rounds/server/queue-solutions.sql'
import {
  countChanges,
  countKept,
  gatherPairs,
  listFirstPairs,
  readPairs,
  readStatistics,
  storeGrades,
  storeVerdicts,
} from './regrade-pairs.sql'
import {
  type BegunRegrade,
  endRun,
  findRun,
  markFailed,
  type RegradeOutcome,
  type RegradeRun,
  setProgress,
  tryLockRegrade,
} from './regrade-rows.sql'
import { lockVerdicts } from './settle.sql'

const longestRegradeMs = 6 * 60 * 60 * 1000
const waitForConnectionMs = 10_000
const pairsAtOnce = 200
const unforeseen =
  'Something went wrong on our side, several times. Nothing was changed. Grade anew once more; if that does not help, tell whoever runs this server.'

interface Run {
  place: RegradeRun
  watch: JobWatch
  progress: { readRows: number; allRows: number | null }
  opinion: SecondOpinion
}

/**
 * Grades the answers of a project anew, each pair once, all in one transaction: a preview stores what would change, and
 * applying it what has. A process that dies leaves nothing; a run of an attempt that is not the current one any more ends
 * without a word. Says `later` while another run has the project, and when the process is about to end.
 */
export const runRegradeJob: JobHandlers['regrade'] = async (place, signal) => {
  const progress = { readRows: 0, allRows: null }
  const watch = new JobWatch(() => setProgress(getDatabase(), place, progress), signal)
  const run: Run = { place, watch, progress, opinion: new SecondOpinion() }
  try {
    return await getTransferDatabase().$transaction((db) => regrade(db, run), {
      timeout: longestRegradeMs,
      maxWait: waitForConnectionMs,
      isolationLevel: Prisma.TransactionIsolationLevel.ReadCommitted,
    })
  } catch (error) {
    await watch.stop()
    if (error instanceof JobEnded || watch.isSuperseded) return undefined
    if (signal.aborted) return 'later'
    if (!(error instanceof AppError)) throw error
    await markFailed(getDatabase(), place, error.message)
    return undefined
  } finally {
    await watch.stop()
    await run.opinion.close()
  }
}

/** What becomes of a regrade whose job is not tried again. */
export async function giveUpRegrade(place: RegradeRun): Promise<void> {
  await markFailed(getDatabase(), place, unforeseen)
}

async function regrade(db: Transaction, run: Run): Promise<undefined | 'later'> {
  const { place, watch } = run
  if (!(await tryLockRegrade(db, place.projectId))) return 'later'
  const begun = await findRun(db, place)
  if (begun === null) return undefined
  const isApplying = begun.state === 'applying'
  if (isApplying && begun.graderVersion !== graderVersion)
    throw new AppError(
      'conflict',
      `The grader is ${graderVersion} now, and the preview was made by ${begun.graderVersion}. Nothing was changed; look at a new preview.`,
    )
  await db.$executeRaw`select set_config('statement_timeout', ${String(longestRegradeMs)}, true)`
  watch.start()
  const allRows = await gradePairs(db, run, begun)
  if (isApplying) await lockVerdicts(db, place.projectId, 'alone')
  const outcome = await readOutcome(db, place.projectId)
  if (isApplying) await apply(db, begun, run, outcome)
  await watch.stop()
  watch.throwIfEnded()
  const state = isApplying ? 'done' : 'previewed'
  if (!(await endRun(db, place, { state, graderVersion, allRows, outcome }))) throw new JobEnded()
  return undefined
}

async function gradePairs(
  db: Transaction,
  { place, watch, progress, opinion }: Run,
  { mode }: BegunRegrade,
): Promise<number> {
  const allRows = await gatherPairs(db, place.projectId)
  progress.allRows = allRows
  let after = 0
  for (;;) {
    const pairs = await readPairs(db, { after, count: pairsAtOnce })
    const last = pairs.at(-1)
    if (!last) break
    const grades = []
    for (const { number, given, truth, solutions } of pairs) {
      watch.throwIfEnded()
      const { verdict, reason } = await gradeWithOpinion(given, truth, mode, opinion)
      grades.push({ number, verdict, reason })
      progress.readRows += solutions
    }
    await storeGrades(db, grades)
    after = last.number
  }
  await readStatistics(db)
  return allRows
}

async function readOutcome(db: Transaction, projectId: string): Promise<RegradeOutcome> {
  return {
    changes: await countChanges(db, projectId),
    kept: await countKept(db, projectId),
    firstPairs: await listFirstPairs(db, projectId),
  }
}

async function apply(
  db: Transaction,
  { userId, mode, ...project }: BegunRegrade,
  { place, watch }: Run,
  { changes }: RegradeOutcome,
): Promise<void> {
  const problemIds = await storeVerdicts(db, place.projectId, graderVersion)
  watch.throwIfEnded()
  await queueSolutions(db, project, { problemIds })
  await appendAuditEntry(db, {
    actor: { kind: 'person', userId },
    project: { id: place.projectId },
    action: 'regrade.run',
    target: `regrade:${place.regradeId}`,
    detail: { act: 'done', mode, graderVersion, changes },
    requestId: place.regradeId,
  })
}
