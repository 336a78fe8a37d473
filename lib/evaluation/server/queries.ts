import { query } from '@/lib/auth/server/operation'
import { listResultRows } from '@/lib/jobs/server/result-rows.sql'
import { getEvaluationContract, listEvaluationsContract } from '../contract'
import { readEvaluationReply, toEvaluationReply } from './evaluation-reply'
import { evaluationResultTable, type EvaluationRow } from './evaluation-rows.sql'
import { listScoreSources } from './score-sources.sql'

export const getEvaluation = query(getEvaluationContract, {
  action: 'evaluation.read',
  scope: 'project',
  run: ({ db, project }, { evaluation }) => readEvaluationReply(db, project.id, evaluation),
})

export const listEvaluations = query(listEvaluationsContract, {
  action: 'evaluation.read',
  scope: 'project',
  async run({ db, project }) {
    const [rows, sources] = await Promise.all([
      listResultRows<EvaluationRow>(db, {
        table: evaluationResultTable,
        projectId: project.id,
        request: null,
      }),
      listScoreSources(db, project.id),
    ])
    return { evaluations: rows.map(toEvaluationReply), sources }
  },
})
