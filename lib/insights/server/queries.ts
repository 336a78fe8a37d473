import { query } from '@/lib/auth/server/operation'
import { getEvaluationContract, listEvaluationsContract } from '../contract'
import { describeEvaluation, readEvaluation } from './evaluation-reply'
import { listEvaluationRows } from './evaluation-rows.sql'
import { listScoreSources } from './score-sources.sql'

const listedEvaluations = 20

export const getEvaluation = query(getEvaluationContract, {
  action: 'evaluation.read',
  scope: 'project',
  run: ({ db, project }, { evaluation }) =>
    readEvaluation(db, { projectId: project.id, evaluationId: evaluation }),
})

export const listEvaluations = query(listEvaluationsContract, {
  action: 'evaluation.read',
  scope: 'project',
  async run({ db, project }) {
    const [rows, sources] = await Promise.all([
      listEvaluationRows(db, project.id, listedEvaluations),
      listScoreSources(db, project.id),
    ])
    return { evaluations: rows.map(describeEvaluation), sources }
  },
})
