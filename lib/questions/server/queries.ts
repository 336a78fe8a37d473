import { query } from '@/lib/auth/server/operation'
import { AppError } from '@/lib/platform/errors'
import { findTotal } from '@/lib/platform/find-total'
import {
  makeReviewScope,
  type ReviewReaderScope,
} from '@/lib/reviews/server/reviewed-annotations.sql'
import { roundSubmissionTime } from '@/lib/reviews/server/submission-times'
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
  type OpenQuestionRow,
} from './questions.sql'

export const listQuestions = query(listQuestionsContract, {
  action: 'question.read',
  scope: 'project',
  async run({ db, project }, { order, page, limit }) {
    const offset = (page - 1) * limit
    const scope = makeReviewScope(project)
    const rows = await listStepsWithQuestions(db, scope, {
      order,
      limit,
      offset,
    })
    const count = await findTotal(rows, page, () => countStepsWithQuestions(db, project.id))
    return {
      count,
      pages: Math.max(1, Math.ceil(count / limit)),
      steps: rows.map(({ text, total: _, questions, ...row }) => ({
        ...row,
        text: text ?? '',
        questions: roundQuestionTimes(questions, scope),
      })),
    }
  },
})

export const getQuestionStep = query(getQuestionStepContract, {
  action: 'question.read',
  scope: 'project',
  async run({ db, project }, { solution, step }) {
    const scope = makeReviewScope(project)
    const row = await findStepDetails(db, { ...scope, solutionId: solution }, step)
    if (!row) throw new AppError('not_found', 'Step not found in this project.')
    return { ...row, questions: roundQuestionTimes(row.questions ?? [], scope) }
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

/** Annotators ask when they submit. The times of reviewers' questions are not hidden. */
const roundQuestionTimes = (
  questions: readonly OpenQuestionRow[],
  { hidesTimes }: ReviewReaderScope,
): (OpenQuestionRow & { isTimeRounded: boolean })[] =>
  questions.map((question) => {
    const isTimeRounded = hidesTimes && question.annotation !== null
    return {
      ...question,
      askedAt: roundSubmissionTime(question.askedAt, isTimeRounded),
      isTimeRounded,
    }
  })
