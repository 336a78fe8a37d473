import { v7 as makeId } from 'uuid'
import { command, requirePerson } from '@/lib/auth/server/operation'
import { enqueue } from '@/lib/jobs/server/enqueue'
import { markResultCancelled } from '@/lib/jobs/server/result-runs.sql'
import { AppError } from '@/lib/platform/errors'
import { cancelEvaluationContract, startEvaluationContract } from '../contract'
import { readEvaluation } from './evaluation-reply'
import { evaluationTable, insertEvaluation } from './evaluation-rows.sql'
import { isScoreRun } from './score-sources.sql'

export const startEvaluation = command(startEvaluationContract, {
  action: 'evaluation.run',
  scope: 'project',
  async run({ actor, db, project }, { scores, aggregation, neutral }) {
    if (scores !== 'imported' && !(await isScoreRun(db, project.id, scores)))
      throw new AppError(
        'not_found',
        'There is no such score run in this project, or it has scored nothing yet.',
      )
    const run = { projectId: project.id, evaluationId: makeId(), attempt: 1 }
    const { userId } = requirePerson(actor)
    const options = { scores, aggregation, neutral }
    if (!(await insertEvaluation(db, run, { userId, options })))
      throw new AppError(
        'conflict',
        'An evaluation of this project is under way already. Wait for it, or cancel it.',
      )
    await enqueue(db, 'evaluate', run)
    return readEvaluation(db, run)
  },
  audit: ({ scores, aggregation, neutral }, { evaluation }) => ({
    target: `evaluation:${evaluation}`,
    detail: { act: 'start', scores, aggregation, neutral },
  }),
})

export const cancelEvaluation = command(cancelEvaluationContract, {
  action: 'evaluation.run',
  scope: 'project',
  async run({ db, project }, { evaluation }) {
    const place = { projectId: project.id, evaluationId: evaluation }
    const result = { table: evaluationTable, projectId: project.id, id: evaluation }
    if (
      !(await markResultCancelled(db, result, 'Cancelled. Earlier evaluations are as they were.'))
    ) {
      const { state } = await readEvaluation(db, place)
      throw new AppError(
        'conflict',
        `The evaluation is ${state}: there is nothing left to cancel.`,
        { state },
      )
    }
    return readEvaluation(db, place)
  },
  audit: ({ evaluation }) => ({
    target: `evaluation:${evaluation}`,
    detail: { act: 'cancel' },
  }),
})
