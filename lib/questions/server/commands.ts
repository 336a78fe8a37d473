import { v7 as makeId } from 'uuid'
import { makeStepsOutdatedError } from '@/lib/annotations/server/solution-errors'
import { command } from '@/lib/auth/server/operation'
import { requirePerson } from '@/lib/auth/server/require-person'
import { AppError } from '@/lib/platform/errors'
import { askQuestionContract, reopenQuestionsContract, dismissQuestionsContract } from '../contract'
import {
  lockResolvedQuestions,
  reopenResolvedQuestions,
  resolveQuestions,
} from './resolve-questions.sql'
import { findStepText, stepNotFoundMessage } from './step-text.sql'

export const askQuestion = command(askQuestionContract, {
  action: 'question.resolve',
  scope: 'project',
  async run({ actor, db, project }, { solution, revision, step, option, text }) {
    const solutionKey = { projectId: project.id, solutionId: solution }
    const stepText = await findStepText(db, solutionKey, { step, option })
    if (!stepText) throw new AppError('not_found', stepNotFoundMessage)
    if (stepText.revision !== revision) throw makeStepsOutdatedError()
    const question = makeId()
    await db.question.create({
      data: {
        projectId: project.id,
        id: question,
        solutionId: solution,
        revision,
        step,
        option,
        kind: 'reviewer',
        text: text.trim(),
        state: 'open',
        askedById: requirePerson(actor).userId,
      },
      select: { id: true },
    })
    return { question }
  },
  audit: ({ solution, step }, { question }) => ({
    target: `question:${question}`,
    detail: { operation: 'ask', solution, step },
  }),
})

export const dismissQuestions = command(dismissQuestionsContract, {
  action: 'question.resolve',
  scope: 'project',
  async run({ actor, db, project }, { questions, note }) {
    const reviewer = { projectId: project.id, userId: requirePerson(actor).userId }
    return { questions: await resolveQuestions(db, reviewer, questions, { dismissalNote: note }) }
  },
  audit: (_, { questions }) => ({
    target: `question:${questions[0]}`,
    detail: { operation: 'dismiss', questions: questions.length },
  }),
})

export const reopenQuestions = command(reopenQuestionsContract, {
  action: 'question.resolve',
  scope: 'project',
  async run({ db, project }, { questions }) {
    const ids = new Set(questions)
    const resolvedQuestions = await lockResolvedQuestions(db, project.id, [...ids])
    if (resolvedQuestions.length < ids.size)
      throw new AppError(
        'not_found',
        'One of these questions is already open or does not exist. Nothing was changed. Reload the page.',
      )
    return { reopened: await reopenResolvedQuestions(db, project.id, resolvedQuestions) }
  },
  audit: ({ questions }, { reopened }) => ({
    target: `question:${questions[0]}`,
    detail: { operation: 'reopen', questions: questions.length, reopened },
  }),
})
