import { query } from '@/lib/auth/server/operation'
import { maxStoredResults } from '@/lib/jobs/server/result-runs.sql'
import { getEvaluationContract, listEvaluationsContract } from '../contract'
import { readEvaluationReply, toEvaluationReply } from './evaluation-reply'
import { listEvaluationRows } from './evaluation-rows.sql'
import { listScoreSources } from './score-sources.sql'

export const getEvaluation = query(getEvaluationContract, {
  action: 'evaluation.read',
  scope: 'project',
  run: ({ db, project }, { evaluation }) =>
    readEvaluationReply(db, { projectId: project.id, evaluationId: evaluation }),
})

export const listEvaluations = query(listEvaluationsContract, {
  action: 'evaluation.read',
  scope: 'project',
  async run({ db, project }) {
    const [rows, sources] = await Promise.all([
      listEvaluationRows(db, project.id, maxStoredResults),
      listScoreSources(db, project.id),
    ])
    return { evaluations: rows.map(toEvaluationReply), sources }
  },
})
