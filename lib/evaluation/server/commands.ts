import { command } from '@/lib/auth/server/operation'
import { requirePerson } from '@/lib/auth/server/require-person'
import { enqueueJob } from '@/lib/jobs/server/enqueue'
import { cancelResultRun, findOrInsertResultRun } from '@/lib/jobs/server/request-result'
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
import { evaluationResultTable, findNewestEvaluation } from './evaluation-rows.sql'
import { isScoreRunOfProject } from './score-sources.sql'

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
    const { id, isNew } = await findOrInsertResultRun(db, {
      table: evaluationResultTable,
      projectId,
      userId,
      request: options,
      findUsableResult: async () =>
        onlyIfOutdated ? findUpToDateEvaluation(db, projectId, options) : null,
      maxRunning: maxRunningEvaluations,
      tooManyRunningMessage: (count) =>
        `${count} evaluations of this project are already running. Wait for one to finish, or cancel one.`,
    })
    if (isNew) await enqueueJob(db, 'evaluate', { projectId, evaluationId: id, attempt: 1 })
    return readEvaluationReply(db, { projectId, evaluationId: id })
  },
  audit: ({ scores, aggregation, neutral }, { evaluation }) => ({
    target: `evaluation:${evaluation}`,
    detail: { operation: 'start', scores, aggregation, neutral },
  }),
})

/** The newest run if no new one is needed: its result is up to date, or it has just failed or been cancelled. */
async function findUpToDateEvaluation(
  db: Transaction,
  projectId: string,
  options: EvaluationOptions,
): Promise<string | null> {
  const row = await findNewestEvaluation(db, projectId, options)
  if (row === null) return null
  const reply = await toEvaluationReplyWithStatus(db, projectId, row)
  return isStoredResultUpToDate(reply) ? row.evaluation : null
}

export const cancelEvaluation = command(cancelEvaluationContract, {
  action: 'evaluation.run',
  scope: 'project',
  run({ db, project }, { evaluation }) {
    const projectId = project.id
    return cancelResultRun(db, { table: evaluationResultTable, projectId, id: evaluation }, () =>
      readEvaluationReply(db, { projectId, evaluationId: evaluation }),
    )
  },
  audit: ({ evaluation }) => ({
    target: `evaluation:${evaluation}`,
    detail: { operation: 'cancel' },
  }),
})
