import { availableParallelism } from 'node:os'
import { systemActor } from '@/lib/auth/actor'
import { appendAuditEntry } from '@/lib/auth/server/audit'
import { Prisma } from '@/lib/generated/prisma/client'
import { graderVersion } from '@/lib/grading/grade-answer'
import { AlgebraSystem } from '@/lib/grading/server/algebra-system'
import { gradeWithAlgebraSystem } from '@/lib/grading/server/grade-with-algebra-system'
import { lockVerdicts } from '@/lib/grading/server/lock-verdicts.sql'
import type { JobHandlers } from '@/lib/jobs/job'
import { JobEndedError } from '@/lib/jobs/server/job-watch'
import { type JobRun, runJobWithProgress } from '@/lib/jobs/server/run-job-with-progress'
import { tryAdvisoryLock } from '@/lib/jobs/server/try-lock.sql'
import { AppError } from '@/lib/platform/errors'
import { getDatabase, getTransferDatabase, type Transaction } from '@/lib/platform/server/database'
import { setTransactionLimits } from '@/lib/platform/server/transaction-limits'
import type { GraderMode } from '@/lib/projects/settings'
import { updateQueueForProblems } from '@/lib/rounds/server/update-queue-for-problems.sql'
import {
  countVerdictChanges,
  countNonGraderVerdicts,
  countRegradeProgress,
  replaceRegradePairs,
  listLargestPairChanges,
  type AnswerPairGrade,
  readUngradedAnswerPairs,
  analyzeRegradePairTable,
  deletePairsOfEndedRegrades,
  storeAnswerPairGrades,
  storeRegradedVerdicts,
  type UngradedAnswerPair,
} from './regrade-pairs.sql'
import {
  type RunningRegrade,
  endRegradeRun,
  findRegradeRun,
  markRegradeFailed,
  type RegradeOutcome,
  type RegradeAttempt,
  storeRegradeGraderVersion,
  storeRegradeProgress,
} from './regrade-rows.sql'

/** For one transaction, which does no grading but may write a million verdicts. */
const maxDurationMs = 60 * 60 * 1000
const waitForConnectionMs = 10_000
const pairsAtOnce = 200
/** Each uses its own algebra system. */
const maxGraders = 4
const failureMessage =
  'The regrade failed several times. Nothing was changed. Start it again, and contact an instance admin if it fails again.'

interface Run extends JobRun {
  regrade: RegradeAttempt
}

/**
 * Grades a project's answers again. A preview grades each pair once and stores the result in batches, so that another
 * process can resume it. Applying stores the verdicts in one transaction. A run of an outdated attempt ends silently.
 * Returns `later` while another run uses the project, if no database connection is available, and at shutdown.
 */
export const runRegradeJob: JobHandlers['regrade'] = (regrade, signal) =>
  runJobWithProgress(
    async (jobProgress) => {
      const current = await findRegradeRun(getDatabase(), regrade)
      if (current === null) return undefined
      const run: Run = { regrade, ...jobProgress }
      return current.state === 'applying' ? apply(run) : preview(run, current)
    },
    {
      setProgress: (progress) => storeRegradeProgress(getDatabase(), regrade, progress),
      markFailed: (message) => markRegradeFailed(getDatabase(), regrade, message),
      deletePartialResults: () => deleteOldPairs(regrade),
    },
    signal,
  )

/** Records the failure after the last attempt. */
export async function recordRegradeFailure(regrade: RegradeAttempt): Promise<void> {
  await markRegradeFailed(getDatabase(), regrade, failureMessage)
  await deleteOldPairs(regrade)
}

async function deleteOldPairs({ projectId }: RegradeAttempt): Promise<void> {
  await deletePairsOfEndedRegrades(getDatabase(), projectId)
}

async function preview(run: Run, current: RunningRegrade): Promise<undefined | 'later'> {
  const { regrade, watch, progress } = run
  watch.start()
  if (!(await inTransaction((db) => collectPairs(db, run, current)))) return 'later'
  await gradePairs(run, current.mode)
  await analyzeRegradePairTable(getTransferDatabase())
  const outcome = await inTransaction((db) => readOutcome(db, regrade))
  await watch.stop()
  watch.throwIfEnded()
  const end = { state: 'previewed', allRows: progress.allRows ?? 0, outcome } as const
  if (!(await endRegradeRun(getDatabase(), regrade, end))) throw new JobEndedError()
  return undefined
}

const nameLock = ({ projectId }: RegradeAttempt) => `regrade/${projectId}`

/** Keeps the grades of an earlier attempt with the same grader version. False if another run uses the project. */
async function collectPairs(
  db: Transaction,
  { regrade, progress }: Run,
  current: RunningRegrade,
): Promise<boolean> {
  if (!(await tryAdvisoryLock(db, nameLock(regrade)))) return false
  const hasGraderChanged = current.graderVersion !== graderVersion
  if (hasGraderChanged || (await countRegradeProgress(db, regrade)).allRows === 0)
    await replaceRegradePairs(db, regrade)
  if (hasGraderChanged) await storeRegradeGraderVersion(db, regrade, graderVersion)
  Object.assign(progress, await countRegradeProgress(db, regrade))
  return true
}

/** Outside a transaction, because the algebra system may take half a second per pair. */
async function gradePairs({ regrade, watch, progress }: Run, mode: GraderMode): Promise<void> {
  const db = getTransferDatabase()
  const graders = Math.max(1, Math.min(maxGraders, availableParallelism() - 1))
  const algebraSystems = Array.from({ length: graders }, () => new AlgebraSystem())
  try {
    let after = 0
    for (;;) {
      const pairs = await readUngradedAnswerPairs(db, regrade, { after, count: pairsAtOnce })
      const last = pairs.at(-1)
      if (!last) return
      const waitingPairs = pairs.values()
      const grades: AnswerPairGrade[] = []
      await Promise.all(
        algebraSystems.map((algebraSystem) => gradeWaiting(waitingPairs, grades, algebraSystem)),
      )
      await storeAnswerPairGrades(db, regrade, grades)
      after = last.number
    }
  } finally {
    await Promise.all(algebraSystems.map((algebraSystem) => algebraSystem.close()))
  }

  async function gradeWaiting(
    waiting: Iterable<UngradedAnswerPair>,
    grades: AnswerPairGrade[],
    algebraSystem: AlgebraSystem,
  ) {
    for (const { number, answer, referenceAnswer, solutions } of waiting) {
      watch.throwIfEnded()
      const { verdict, reason } = await gradeWithAlgebraSystem(
        answer,
        referenceAnswer,
        mode,
        algebraSystem,
      )
      grades.push({ number, verdict, reason })
      progress.readRows += solutions
    }
  }
}

async function apply({ regrade, watch, progress }: Run): Promise<undefined | 'later'> {
  return inTransaction(async (db) => {
    if (!(await tryAdvisoryLock(db, nameLock(regrade)))) return 'later'
    const current = await findRegradeRun(db, regrade)
    if (current === null) return undefined
    if (current.graderVersion !== graderVersion)
      throw new AppError(
        'conflict',
        `The grader is now ${graderVersion}, but the preview is from ${current.graderVersion}. Nothing was changed. Create a new preview.`,
      )
    const { allRows } = await countRegradeProgress(db, regrade)
    progress.allRows = allRows
    watch.start()
    await lockVerdicts(db, regrade.projectId, 'alone')
    const outcome = await readOutcome(db, regrade)
    await store(db, current, regrade, outcome)
    await watch.stop()
    watch.throwIfEnded()
    if (!(await endRegradeRun(db, regrade, { state: 'done', allRows, outcome })))
      throw new JobEndedError()
    await deletePairsOfEndedRegrades(db, regrade.projectId)
    return undefined
  })
}

async function readOutcome(db: Transaction, regrade: RegradeAttempt): Promise<RegradeOutcome> {
  return {
    changes: await countVerdictChanges(db, regrade),
    unchanged: await countNonGraderVerdicts(db, regrade.projectId),
    firstPairs: await listLargestPairChanges(db, regrade),
  }
}

async function store(
  db: Transaction,
  { appliedBy, mode, ...project }: RunningRegrade,
  regrade: RegradeAttempt,
  { changes }: RegradeOutcome,
): Promise<void> {
  if (appliedBy === null) throw new Error('A regrade is applied that no one requested.')
  const problemIds = await storeRegradedVerdicts(db, regrade, graderVersion)
  await updateQueueForProblems(db, project, { problemIds })
  await appendAuditEntry(db, {
    actor: systemActor,
    project: { id: regrade.projectId },
    action: 'regrade.run',
    target: `regrade:${regrade.regradeId}`,
    detail: { operation: 'done', mode, graderVersion, changes, by: appliedBy },
    requestId: regrade.regradeId,
  })
}

function inTransaction<T>(run: (db: Transaction) => Promise<T>): Promise<T> {
  return getTransferDatabase().$transaction(
    async (db) => {
      await setTransactionLimits(db, { statementMs: maxDurationMs })
      return run(db)
    },
    {
      timeout: maxDurationMs,
      maxWait: waitForConnectionMs,
      isolationLevel: Prisma.TransactionIsolationLevel.ReadCommitted,
    },
  )
}
