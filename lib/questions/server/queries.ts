import { query } from '@/lib/auth/server/operation'
import { AppError } from '@/lib/platform/errors'
import { findTotal } from '@/lib/platform/find-total'
import { makeReviewScope } from '@/lib/reviews/server/reviewed-annotations.sql'
import {
  getQuestionStepContract,
  listQuestionsContract,
  listDismissedQuestionsContract,
} from '../contract'
import {
  countStepsWithQuestions,
  findStepDetails,
  listStepsWithQuestions,
  listDismissedQuestionRows,
} from './questions.sql'

export const listQuestions = query(listQuestionsContract, {
  action: 'question.read',
  scope: 'project',
  async run({ db, project }, { order, page, limit }) {
    const offset = (page - 1) * limit
    const rows = await listStepsWithQuestions(db, makeReviewScope(project), {
      order,
      limit,
      offset,
    })
    const count = await findTotal(rows, page, () => countStepsWithQuestions(db, project.id))
    return {
      count,
      pages: Math.max(1, Math.ceil(count / limit)),
      steps: rows.map(({ text, total: _, ...row }) => ({ ...row, text: text ?? '' })),
    }
  },
})

export const getQuestionStep = query(getQuestionStepContract, {
  action: 'question.read',
  scope: 'project',
  async run({ db, project }, { solution, step }) {
    const row = await findStepDetails(
      db,
      { ...makeReviewScope(project), solutionId: solution },
      step,
    )
    if (!row) throw new AppError('not_found', 'Step not found in this project.')
    return { ...row, questions: row.questions ?? [] }
  },
})

export const listDismissedQuestions = query(listDismissedQuestionsContract, {
  action: 'question.read',
  scope: 'project',
  async run({ db, project }, { page, limit }) {
    const [count, rows] = await Promise.all([
      db.question.count({ where: { projectId: project.id, state: 'dismissed' } }),
      listDismissedQuestionRows(db, makeReviewScope(project), {
        limit,
        offset: (page - 1) * limit,
      }),
    ])
    return {
      count,
      pages: Math.max(1, Math.ceil(count / limit)),
      questions: rows.map((row) => ({ ...row, dismissedAt: row.dismissedAt.toISOString() })),
    }
  },
})
