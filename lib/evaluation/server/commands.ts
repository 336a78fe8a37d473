import { command } from '@/lib/auth/server/operation'
import { requirePerson } from '@/lib/auth/server/require-person'
import { enqueueJob } from '@/lib/jobs/server/enqueue'
import { cancelResultRun, findOrStartResultRun } from '@/lib/jobs/server/request-result'
import { AppError } from '@/lib/platform/errors'
import {
  cancelEvaluationContract,
  maxRunningEvaluations,
  startEvaluationContract,
} from '../contract'
import { toEvaluationReplyWithStatus, readEvaluationReply } from './evaluation-reply'
import { evaluationResultTable, type EvaluationRow } from './evaluation-rows.sql'
import { isScoreRunWithScores } from './score-sources.sql'

export const startEvaluation = command(startEvaluationContract, {
  action: 'evaluation.run',
  scope: 'project',
  async run({ actor, db, project }, { scores, aggregation, neutral, onlyIfOutdated }) {
    if (scores !== 'imported' && !(await isScoreRunWithScores(db, project.id, scores)))
      throw new AppError(
        'not_found',
        'No such score run in this project, or it has not scored anything yet.',
      )
    const { userId } = requirePerson(actor)
    const projectId = project.id
    const options = { scores, aggregation, neutral }
    return findOrStartResultRun(db, {
      table: evaluationResultTable,
      projectId,
      userId,
      request: options,
      onlyIfOutdated,
      toReply: (row: EvaluationRow) => toEvaluationReplyWithStatus(db, projectId, row),
      enqueue: ({ id, attempt }) =>
        enqueueJob(db, 'evaluate', { projectId, evaluationId: id, attempt }),
      maxRunning: maxRunningEvaluations,
      tooManyRunningMessage: (count) =>
        `${count} evaluations of this project are already running. Wait for one to finish, or cancel one.`,
    })
  },
  audit: ({ scores, aggregation, neutral }, { evaluation }) => ({
    target: `evaluation:${evaluation}`,
    detail: { operation: 'start', scores, aggregation, neutral },
  }),
})

export const cancelEvaluation = command(cancelEvaluationContract, {
  action: 'evaluation.run',
  scope: 'project',
  run({ db, project }, { evaluation }) {
    const projectId = project.id
    return cancelResultRun(db, { table: evaluationResultTable, projectId, id: evaluation }, () =>
      readEvaluationReply(db, projectId, evaluation),
    )
  },
  audit: ({ evaluation }) => ({
    target: `evaluation:${evaluation}`,
    detail: { operation: 'cancel' },
  }),
})
