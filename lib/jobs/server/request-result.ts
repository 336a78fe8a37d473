import { v7 as makeId } from 'uuid'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import { lockProject } from '@/lib/platform/server/lock-project.sql'
import { isStoredResultReusable, type StoredResult } from '../stored-result'
import { findNewestEndedResultRow, findResultRow, type ResultRow } from './result-rows.sql'
import {
  countRunningResults,
  deleteOldResultRuns,
  findRunningResultRunId,
  insertResultRun,
  markResultRunCancelled,
  type ResultRunKey,
  type ResultTableDescription,
} from './result-runs.sql'

interface ResultRequest<Row, Reply> {
  table: ResultTableDescription
  projectId: string
  userId: string
  /** What to compute. Equal requests share a run. */
  request: object
  /** Returns the newest run instead of a new one if its result is up to date, or if it has just failed or been cancelled. */
  onlyIfOutdated: boolean
  toReply: (row: Row) => Promise<Reply>
  /** Enqueues the job of a new run. */
  enqueue: (run: { id: string; attempt: number }) => Promise<void>
  maxRunning: number
  tooManyRunningMessage: (count: number) => string
}

/**
 * Returns the running computation of this request or a reusable result; otherwise starts a run. Pages call this
 * automatically, so concurrent calls wait for each other and share a run.
 *
 * @throws AppError `conflict` if `maxRunning` runs of the project are running
 */
export async function findOrStartResultRun<Row extends ResultRow, Reply extends StoredResult>(
  db: Transaction,
  { table, projectId, userId, request, toReply, ...options }: ResultRequest<Row, Reply>,
): Promise<Reply> {
  const readReply = async (id: string) =>
    toReply((await findResultRow<Row>(db, { table, projectId, id }))!)
  await lockProject(db, projectId)
  const runningId = await findRunningResultRunId(db, { table, projectId, request })
  if (runningId !== null) return readReply(runningId)
  if (options.onlyIfOutdated) {
    const newestRow = await findNewestEndedResultRow<Row>(db, { table, projectId, request })
    const newestReply = newestRow && (await toReply(newestRow))
    if (newestReply && isStoredResultReusable(newestReply)) return newestReply
  }
  const runningCount = await countRunningResults(db, { table, projectId })
  if (runningCount >= options.maxRunning)
    throw new AppError('conflict', options.tooManyRunningMessage(runningCount))
  const run = { id: makeId(), attempt: 1 }
  await deleteOldResultRuns(db, { table, projectId })
  await insertResultRun(db, { table, projectId, ...run }, { userId, request })
  await options.enqueue(run)
  return readReply(run.id)
}

/** @throws AppError `conflict` if the run has ended */
export async function cancelResultRun<Reply extends { state: string }>(
  db: Transaction,
  run: ResultRunKey,
  readReply: () => Promise<Reply>,
): Promise<Reply> {
  const isCancelled = await markResultRunCancelled(
    db,
    run,
    'Cancelled. Earlier results are unchanged.',
  )
  const reply = await readReply()
  if (isCancelled) return reply
  throw new AppError('conflict', `The computation is ${reply.state} and can’t be cancelled.`, {
    state: reply.state,
  })
}
