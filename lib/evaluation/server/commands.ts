import { v7 as makeId } from 'uuid'
import { command } from '@/lib/auth/server/operation'
import { requirePerson } from '@/lib/auth/server/require-person'
import { enqueueJob } from '@/lib/jobs/server/enqueue'
import { markResultRunCancelled } from '@/lib/jobs/server/result-runs.sql'
import { isStoredResultUpToDate } from '@/lib/jobs/stored-result'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import {
  cancelEvaluationContract,
  type EvaluationOptions,
  maxRunningEvaluations,
  startEvaluationContract,
} from '../contract'
import { toEvaluationReplyWithStatus, readEvaluationReply } from './evaluation-reply'
import {
  deleteOldEvaluations,
  evaluationResultTable,
  findNewestEvaluation,
  insertEvaluation,
  lockRunningEvaluations,
} from './evaluation-rows.sql'
import { isScoreRunOfProject } from './score-sources.sql'

/** Pages start evaluations on their own, so equal requests share one run. */
export const startEvaluation = command(startEvaluationContract, {
  action: 'evaluation.run',
  scope: 'project',
  async run({ actor, db, project }, { scores, aggregation, neutral, onlyIfOutdated }) {
    if (scores !== 'imported' && !(await isScoreRunOfProject(db, project.id, scores)))
      throw new AppError(
        'not_found',
        'No such score run in this project, or it has not scored anything yet.',
      )
    const { userId } = requirePerson(actor)
    const projectId = project.id
    const options = { scores, aggregation, neutral }
    const { same, count } = await lockRunningEvaluations(db, projectId, options)
    if (same !== null) return readEvaluationReply(db, { projectId, evaluationId: same })
    const current = onlyIfOutdated ? await findCurrentEvaluation(db, projectId, options) : null
    if (current !== null) return current
    if (count >= maxRunningEvaluations)
      throw new AppError(
        'conflict',
        `${count} evaluations of this project are already running. Wait for one to finish, or cancel one.`,
      )
    const run = { projectId, evaluationId: makeId(), attempt: 1 }
    await deleteOldEvaluations(db, projectId)
    await insertEvaluation(db, run, { userId, options })
    await enqueueJob(db, 'evaluate', run)
    return readEvaluationReply(db, run)
  },
  audit: ({ scores, aggregation, neutral }, { evaluation }) => ({
    target: `evaluation:${evaluation}`,
    detail: { operation: 'start', scores, aggregation, neutral },
  }),
})

/** The newest evaluation if it needs no new run: its result is up to date, or it has just failed or been cancelled. */
async function findCurrentEvaluation(
  db: Transaction,
  projectId: string,
  options: EvaluationOptions,
) {
  const row = await findNewestEvaluation(db, projectId, options)
  if (row === null) return null
  const evaluation = await toEvaluationReplyWithStatus(db, projectId, row)
  return isStoredResultUpToDate(evaluation) ? evaluation : null
}

export const cancelEvaluation = command(cancelEvaluationContract, {
  action: 'evaluation.run',
  scope: 'project',
  async run({ db, project }, { evaluation }) {
    const key = { projectId: project.id, evaluationId: evaluation }
    const result = { table: evaluationResultTable, projectId: project.id, id: evaluation }
    if (!(await markResultRunCancelled(db, result, 'Cancelled. Earlier results are unchanged.'))) {
      const { state } = await readEvaluationReply(db, key)
      throw new AppError('conflict', `The evaluation is already ${state}.`, { state })
    }
    return readEvaluationReply(db, key)
  },
  audit: ({ evaluation }) => ({
    target: `evaluation:${evaluation}`,
    detail: { operation: 'cancel' },
  }),
})
