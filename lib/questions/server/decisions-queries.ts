import { query } from '@/lib/auth/server/operation'
import type { ReplyOf } from '@/lib/platform/contract'
import { cutPage } from '@/lib/platform/cut-page'
import { makeReviewScope } from '@/lib/reviews/server/reviewed-annotations.sql'
import { getDecisionContract, listDecisionsContract } from '../decisions-contract'
import {
  findDecision,
  listAnsweredQuestions,
  listDecisionRows,
  type DecisionRow,
} from './decisions.sql'
import { makeDecisionNotFoundError } from './lock-decision'

const maxListedQuestions = 100

export const listDecisions = query(listDecisionsContract, {
  action: 'question.read',
  scope: 'project',
  async run({ db, project }, { state = null, before = null, limit }) {
    const rows = await listDecisionRows(db, project.id, { state, before, limit: limit + 1 })
    const { page, next } = cutPage(rows.map(describeDecision), limit, ({ decision }) => decision)
    return { decisions: page, next }
  },
})

export const getDecision = query(getDecisionContract, {
  action: 'question.read',
  scope: 'project',
  async run({ db, project }, { decision }) {
    const row = await findDecision(db, project.id, decision)
    if (!row) throw makeDecisionNotFoundError(decision)
    const scope = { ...makeReviewScope(project), decisionId: row.id }
    return {
      ...describeDecision(row),
      questions: await listAnsweredQuestions(db, scope, maxListedQuestions),
    }
  },
})

function describeDecision({
  id: _,
  ...row
}: DecisionRow): ReplyOf<typeof listDecisionsContract>['decisions'][number] {
  const { createdAt, publishedAt } = row
  return {
    ...row,
    createdAt: createdAt.toISOString(),
    publishedAt: publishedAt?.toISOString() ?? null,
  }
}
