import { systemActor } from '@/lib/auth/actor'
import { appendAuditEntry } from '@/lib/auth/server/audit'
import { Prisma } from '@/lib/generated/prisma/client'
import { lockVerdicts } from '@/lib/grading/server/lock-verdicts.sql'
import type { JobHandlers } from '@/lib/jobs/job'
import { JobEndedError } from '@/lib/jobs/server/job-watch'
import { type JobRun, runJobWithProgress } from '@/lib/jobs/server/run-job-with-progress'
import { tryAdvisoryLock } from '@/lib/jobs/server/try-lock.sql'
import { AppError } from '@/lib/platform/errors'
import { getDatabase, type Transaction, getTransferDatabase } from '@/lib/platform/server/database'
import { type TransactionContext, runTransaction } from '@/lib/platform/server/run-transaction'
import { endExpiredLeases } from '@/lib/queue/server/claim.sql'
import { insertEventDeliveries } from '@/lib/webhooks/server/insert-event-deliveries.sql'
import { type RoundPolicy, roundPolicyField } from '../policy'
import { selectSolutions } from '../select-solutions'
import {
  insertQueueItems,
  countCarriedOverAndWaitingItems,
  removeWaitingItems,
  selectQueuedSolutionIdsSql,
} from './queue-round.sql'
import { markIneligibleCandidates, type StoredCandidate, readCandidates } from './read-candidates'
import { summariseRoundSelection, makeRoundItemBatches } from './round-outcome'
import { createNothingSelectedError } from './round-reply'
import {
  type RunningRound,
  findNextRoundNumber,
  activateRound,
  completeRoundPlan,
  findRunningRound,
  findScoreRunState,
  markRoundRunFailed,
  type RoundAttemptKey,
  storeRoundProgress,
} from './round-rows.sql'

/** Time limit of one transaction, which may read and queue a million solutions. */
const timeoutMs = 60 * 60 * 1000
const maxConnectionWaitMs = 10_000
/** Enough to sort and join a million rows. A process runs one such job at a time. */
const workMemory = '64MB'
const unexpectedFailure =
  'The server failed several times while working on this round. Nothing was changed. Plan the round again, or contact an instance admin.'

const nothingSelected =
  'Every solution in this plan has since been labelled, started, excluded or regraded.'

interface Run extends JobRun {
  key: RoundAttemptKey
}

/**
 * Plans or starts a round in one transaction, so that a process that dies changes nothing and another can retry. Does nothing
 * if the attempt is outdated. Returns `later` if another run works on a round of the project, no connection is available, or
 * the process is shutting down.
 */
export const runRoundJob: JobHandlers['round'] = (key, signal) =>
  runJobWithProgress(
    async (jobRun) => {
      const round = await findRunningRound(getDatabase(), key)
      if (round === null) return undefined
      const run: Run = { key, ...jobRun }
      return round.state === 'starting' ? runStart(run) : runPlan(run)
    },
    {
      setProgress: (progress) => storeRoundProgress(getDatabase(), key, progress),
      markFailed: (message) => markRoundRunFailed(getDatabase(), key, message),
    },
    signal,
  )

/** Called when the job of a round has no attempts left. */
export async function markRoundFailed(key: RoundAttemptKey): Promise<void> {
  await markRoundRunFailed(getDatabase(), key, unexpectedFailure)
}

function runPlan(run: Run): Promise<undefined | 'later'> {
  return runRoundTransaction(async (transaction) => {
    const { db } = transaction
    const { key, watch } = run
    const runningRound = await beginRun(transaction, run)
    if (runningRound === null || runningRound === 'later') return runningRound ?? undefined
    const policy = roundPolicyField.parse(runningRound.policy)
    const candidates = await readAllCandidates(transaction, run, runningRound, policy)
    markIneligibleCandidates(candidates)
    const selection = selectSolutions(candidates, policy, { overlap: runningRound.overlap })
    const { carriedOver, waiting } = await countCarriedOverAndWaitingItems(db, key.projectId)
    const counts = { solutions: candidates.length, carriedOver, removed: waiting }
    const outcome = await summariseRoundSelection(db, key.projectId, policy, selection, counts)
    await watch.stop()
    watch.throwIfEnded()
    if (!(await completeRoundPlan(db, key, outcome))) throw new JobEndedError()
    return undefined
  })
}

/**
 * Selects again, because labels may have changed since the plan. Verdicts and imports are locked. Solutions are read while
 * annotators keep working. Then waiting items leave the queue and claims are blocked until the transaction ends: every item
 * that remains is in progress, whatever its status was when it was read.
 */
async function runStart(run: Run): Promise<undefined | 'later'> {
  const { projectId } = run.key
  await endExpiredLeases(getDatabase(), projectId)
  return runRoundTransaction(async (transaction) => {
    const { db, copier } = transaction
    const { key, watch } = run
    const runningRound = await beginRun(transaction, run)
    if (runningRound === null || runningRound === 'later') return runningRound ?? undefined
    await lockVerdicts(db, projectId, 'alone')
    const policy = roundPolicyField.parse(runningRound.policy)
    const candidates = await readAllCandidates(transaction, run, runningRound, policy)
    const removedCount = await removeWaitingItems(db, projectId)
    const queuedIds = await readQueuedIds(transaction, projectId)
    markIneligibleCandidates(candidates, ({ id }) => queuedIds.has(id))
    const { carriedOver } = await countCarriedOverAndWaitingItems(db, projectId)
    const selection = selectSolutions(candidates, policy, { overlap: runningRound.overlap })
    if (selection.selected.length === 0) throw createNothingSelectedError(nothingSelected)
    const number = await findNextRoundNumber(db, projectId)
    for await (const items of makeRoundItemBatches(selection.selected)) {
      watch.throwIfEnded()
      await insertQueueItems(copier, { projectId, round: number }, items)
    }
    const counts = { solutions: candidates.length, carriedOver, removed: removedCount }
    const outcome = await summariseRoundSelection(db, projectId, policy, selection, counts)
    await watch.stop()
    watch.throwIfEnded()
    if (!(await activateRound(db, key, { number, outcome }))) throw new JobEndedError()
    await recordStart(db, key, runningRound, {
      number,
      queued: outcome.queued,
      carriedOver,
      removed: removedCount,
    })
    await insertEventDeliveries(db, projectId, 'round.started', {
      round: key.roundId,
      number,
      queued: outcome.queued,
    })
    return undefined
  })
}

/** Returns null if the attempt is outdated, `later` if another run works on a round of the project. */
async function beginRun(
  { db }: TransactionContext,
  { key, watch, progress }: Run,
): Promise<RunningRound | 'later' | null> {
  if (!(await tryAdvisoryLock(db, `rounds/${key.projectId}`))) return 'later'
  const round = await findRunningRound(db, key)
  if (round === null) return null
  progress.allRows = round.solutions
  watch.start()
  return round
}

async function readAllCandidates(
  { db, rows }: TransactionContext,
  { key, watch, progress }: Run,
  round: RunningRound,
  policy: RoundPolicy,
): Promise<StoredCandidate[]> {
  await requireScoreRun(db, key.projectId, policy)
  return readCandidates(rows, round, policy, (count) => {
    progress.readRows += count
    watch.throwIfEnded()
  })
}

/** Ids of queued solutions, as 32 hexadecimal digits. */
async function readQueuedIds(
  { rows }: TransactionContext,
  projectId: string,
): Promise<Set<string>> {
  const queuedIds = new Set<string>()
  for await (const batch of rows.stream(selectQueuedSolutionIdsSql(projectId)))
    for (const row of batch) queuedIds.add(row.hex(0))
  return queuedIds
}

/** Since the round was requested, the score run may have been deleted, or resumed and not completed. */
async function requireScoreRun(
  db: Transaction,
  projectId: string,
  { scores: { source } }: RoundPolicy,
): Promise<void> {
  if (source === 'imported' || source === 'none') return
  const state = await findScoreRunState(db, projectId, source)
  if (state === null)
    throw new AppError(
      'conflict',
      'The score run of this round no longer exists. Nothing was changed. Plan the round with another run.',
    )
  if (state !== 'done')
    throw new AppError(
      'conflict',
      `The score run of this round is ${state}. Nothing was changed. Choose a run that is done and plan the round again.`,
    )
}

function recordStart(
  db: Transaction,
  { projectId, roundId }: RoundAttemptKey,
  { userId }: RunningRound,
  counts: Record<string, number>,
): Promise<void> {
  return appendAuditEntry(db, {
    actor: systemActor,
    project: { id: projectId },
    action: 'round.run',
    target: `round:${roundId}`,
    detail: { operation: 'started', ...counts, by: userId },
    requestId: roundId,
  })
}

function runRoundTransaction<T>(run: (transaction: TransactionContext) => Promise<T>): Promise<T> {
  return runTransaction(
    getTransferDatabase(),
    async (transaction) => {
      await transaction.db.$executeRaw`
        select set_config('statement_timeout', ${String(timeoutMs)}, true), set_config('work_mem', ${workMemory}, true)`
      return run(transaction)
    },
    {
      timeout: timeoutMs,
      maxWait: maxConnectionWaitMs,
      isolationLevel: Prisma.TransactionIsolationLevel.ReadCommitted,
    },
  )
}
