import { v7 as makeId } from 'uuid'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import { lockProject } from '@/lib/platform/server/lock-project.sql'
import {
  countRunningResults,
  deleteOldResultRuns,
  findRunningResult,
  insertResultRun,
  markResultRunCancelled,
  type ResultRunKey,
  type ResultTableDescription,
} from './result-runs.sql'

interface ResultRequest {
  table: ResultTableDescription
  projectId: string
  userId: string
  /** What to compute. Equal requests share a run. */
  request: object
  /** The id of a stored result that can be used instead, if any. */
  findUsableResult: () => Promise<string | null>
  maxRunning: number
  tooManyRunningMessage: (count: number) => string
}

/**
 * Returns the id of a run that computes this, or of a usable result. For a new run (`isNew`), the caller enqueues the job,
 * attempt 1. Pages call this automatically, so concurrent calls wait for each other and share a run.
 *
 * @throws AppError `conflict` if `maxRunning` runs of the project are running
 */
export async function findOrInsertResultRun(
  db: Transaction,
  { table, projectId, userId, request, ...options }: ResultRequest,
): Promise<{ id: string; isNew: boolean }> {
  await lockProject(db, projectId)
  const existingId =
    (await findRunningResult(db, { table, projectId, request })) ??
    (await options.findUsableResult())
  if (existingId !== null) return { id: existingId, isNew: false }
  const runningCount = await countRunningResults(db, { table, projectId })
  if (runningCount >= options.maxRunning)
    throw new AppError('conflict', options.tooManyRunningMessage(runningCount))
  const id = makeId()
  await deleteOldResultRuns(db, { table, projectId })
  await insertResultRun(db, { table, projectId, id, attempt: 1 }, { userId, request })
  return { id, isNew: true }
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
