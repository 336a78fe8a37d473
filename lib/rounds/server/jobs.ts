import { system } from '@/lib/auth/actor'
import { appendAuditEntry } from '@/lib/auth/server/audit'
import { Prisma } from '@/lib/generated/prisma/client'
import { lockVerdicts } from '@/lib/grading/server/lock-verdicts.sql'
import type { JobHandlers } from '@/lib/jobs/job'
import { JobEnded } from '@/lib/jobs/server/job-watch'
import { runWatched, type WatchedRun } from '@/lib/jobs/server/run-watched'
import { tryLock } from '@/lib/jobs/server/try-lock.sql'
import { AppError } from '@/lib/platform/errors'
import { getDatabase, type Transaction } from '@/lib/platform/server/database'
import { type RowTransaction, transactWithRows } from '@/lib/platform/server/row-transaction'
import { endExpiredLeases } from '@/lib/queue/server/claim.sql'
import { announce } from '@/lib/webhooks/server/announce.sql'
import { type RoundPolicy, roundPolicyField } from '../policy'
import { selectSolutions } from '../select-solutions'
import { describeSelection, listItems } from './describe-selection'
import { copyItems, countStanding, dropUnbegun, selectQueued } from './queue-round.sql'
import { barStanding, type ReadCandidate, readCandidates } from './read-candidates'
import { makeNothingSelected } from './round-reply'
import {
  type BegunRound,
  countUpRounds,
  endOpening,
  endPlanning,
  findRun,
  findScoreRunState,
  markFailed,
  type RoundRun,
  setProgress,
} from './round-rows.sql'

/** Of one transaction: a million solutions may be read and queued. */
const longestMs = 60 * 60 * 1000
const waitForConnectionMs = 10_000
/** Sorts and joins of a million rows in memory; there is one such job at a time in a process. */
const workMemory = '64MB'
const unforeseen =
  'Something went wrong on our side, several times. Nothing was changed. Plan the round once more; if that does not help, tell whoever runs this server.'

const nothingLeft =
  'This plan selects nothing by now: what it selected was labelled, begun or taken out since, or has another verdict.'

interface Run extends WatchedRun {
  place: RoundRun
}

/**
 * Works out what a round selects, and, where a person has said so, puts it into the queue: everything in one transaction,
 * so that a process that dies leaves nothing and another begins again. A run of an attempt that is not the current one any
 * more ends without a word. Says `later` while another run has the project's rounds, while there is no connection, and when
 * the process is about to end.
 */
export const runRoundJob: JobHandlers['round'] = (place, signal) =>
  runWatched(
    async (watched) => {
      const begun = await findRun(getDatabase(), place)
      if (begun === null) return undefined
      const run: Run = { place, ...watched }
      return begun.state === 'opening' ? open(run) : plan(run)
    },
    {
      setProgress: (progress) => setProgress(getDatabase(), place, progress),
      markFailed: (message) => markFailed(getDatabase(), place, message),
    },
    signal,
  )

/** What becomes of a round whose job is not tried again. */
export async function giveUpRound(place: RoundRun): Promise<void> {
  await markFailed(getDatabase(), place, unforeseen)
}

function plan(run: Run): Promise<undefined | 'later'> {
  return inTransaction(async (transaction) => {
    const { db } = transaction
    const { place, watch } = run
    const begun = await begin(transaction, run)
    if (begun === null || begun === 'later') return begun ?? undefined
    const policy = roundPolicyField.parse(begun.policy)
    const candidates = await read(transaction, run, begun, policy)
    barStanding(candidates)
    const selection = selectSolutions(candidates, policy, { people: begun.overlap })
    const { kept, unbegun } = await countStanding(db, place.projectId)
    const standing = { solutions: candidates.length, kept, dropped: unbegun }
    const outcome = await describeSelection(db, place.projectId, policy, selection, standing)
    await watch.stop()
    watch.throwIfEnded()
    if (!(await endPlanning(db, place, outcome))) throw new JobEnded()
    return undefined
  })
}

/**
 * Worked out anew, for labels may have come in between. Verdicts, and with them what imports bring, stay as they are
 * meanwhile. Solutions are read first, while everybody works on; then what nobody has begun leaves the queue, and until
 * the end nobody can claim it: what is left then is begun, whatever it was when it was read.
 */
async function open(run: Run): Promise<undefined | 'later'> {
  const { projectId } = run.place
  // In a transaction of its own: every claim does the same, and would wait for this one's end.
  await endExpiredLeases(getDatabase(), projectId)
  return inTransaction(async (transaction) => {
    const { db, copier } = transaction
    const { place, watch } = run
    const begun = await begin(transaction, run)
    if (begun === null || begun === 'later') return begun ?? undefined
    await lockVerdicts(db, projectId, 'alone')
    const policy = roundPolicyField.parse(begun.policy)
    const candidates = await read(transaction, run, begun, policy)
    const dropped = await dropUnbegun(db, projectId)
    const queued = await readQueued(transaction, projectId)
    barStanding(candidates, ({ id }) => queued.has(id))
    const { kept } = await countStanding(db, projectId)
    const selection = selectSolutions(candidates, policy, { people: begun.overlap })
    if (selection.selected.length === 0) throw makeNothingSelected(nothingLeft)
    const number = await countUpRounds(db, projectId)
    for await (const items of listItems(selection.selected)) {
      watch.throwIfEnded()
      await copyItems(copier, { projectId, round: number }, items)
    }
    const standing = { solutions: candidates.length, kept, dropped }
    const outcome = await describeSelection(db, projectId, policy, selection, standing)
    await watch.stop()
    watch.throwIfEnded()
    if (!(await endOpening(db, place, { number, outcome }))) throw new JobEnded()
    await noteOpening(db, place, begun, { number, queued: outcome.queued, kept, dropped })
    await announce(db, projectId, 'round.opened', {
      ...{ round: place.roundId, number, queued: outcome.queued },
    })
    return undefined
  })
}

/** Null: it is not wanted any more. */
async function begin(
  { db }: RowTransaction,
  { place, watch, progress }: Run,
): Promise<BegunRound | 'later' | null> {
  if (!(await tryLock(db, `rounds/${place.projectId}`))) return 'later'
  const begun = await findRun(db, place)
  if (begun === null) return null
  progress.allRows = begun.solutions
  watch.start()
  return begun
}

async function read(
  { db, rows }: RowTransaction,
  { place, watch, progress }: Run,
  begun: BegunRound,
  policy: RoundPolicy,
): Promise<ReadCandidate[]> {
  await refuseScores(db, place.projectId, policy)
  return readCandidates(rows, begun, policy, (count) => {
    progress.readRows += count
    watch.throwIfEnded()
  })
}

/** By 32 hexadecimal digits. */
async function readQueued({ rows }: RowTransaction, projectId: string): Promise<Set<string>> {
  const queued = new Set<string>()
  for await (const piece of rows.stream(selectQueued(projectId)))
    for (const row of piece) queued.add(row.hex(0))
  return queued
}

/** What was there when the round was planned may be gone. */
async function refuseScores(
  db: Transaction,
  projectId: string,
  { scores: { source } }: RoundPolicy,
): Promise<void> {
  if (source === 'imported' || source === 'none') return
  if ((await findScoreRunState(db, projectId, source)) !== 'done')
    throw new AppError(
      'conflict',
      'The score run that the round goes by is not there any more. Nothing was changed; plan the round with another one.',
    )
}

function noteOpening(
  db: Transaction,
  { projectId, roundId }: RoundRun,
  { userId }: BegunRound,
  counts: Record<string, number>,
): Promise<void> {
  return appendAuditEntry(db, {
    actor: system,
    project: { id: projectId },
    action: 'round.run',
    target: `round:${roundId}`,
    detail: { act: 'opened', ...counts, by: userId },
    requestId: roundId,
  })
}

function inTransaction<T>(run: (transaction: RowTransaction) => Promise<T>): Promise<T> {
  return transactWithRows(
    async (transaction) => {
      await transaction.db.$executeRaw`
        select set_config('statement_timeout', ${String(longestMs)}, true), set_config('work_mem', ${workMemory}, true)`
      return run(transaction)
    },
    {
      timeout: longestMs,
      maxWait: waitForConnectionMs,
      isolationLevel: Prisma.TransactionIsolationLevel.ReadCommitted,
    },
  )
}
