import { v7 as makeId } from 'uuid'
import { command, requirePerson } from '@/lib/auth/server/operation'
import { AppError } from '@/lib/platform/errors'
import {
  askQuestionContract,
  reopenQuestionsContract,
  setQuestionsAsideContract,
} from '../questions-contract'
import { makeOutdated } from './plan-repair'
import { findStepText } from './step-text.sql'
import { lockSettled, openQuestions, settleQuestions } from './settle-questions.sql'

export const askQuestion = command(askQuestionContract, {
  action: 'question.settle',
  scope: 'project',
  async run({ actor, db, project }, { solution, revision, step, option, words }) {
    const place = { projectId: project.id, solutionId: solution }
    const found = await findStepText(db, place, { step, option })
    if (!found) throw makeNoStep()
    if (found.revision !== revision) throw makeOutdated()
    const question = makeId()
    await db.question.create({
      data: {
        ...{ projectId: project.id, id: question, solutionId: solution, revision, step, option },
        ...{ kind: 'reviewer', words: words.trim(), state: 'open' },
        askedById: requirePerson(actor).userId,
      },
      select: { id: true },
    })
    return { question }
  },
  audit: ({ solution, step }, { question }) => ({
    target: `question:${question}`,
    detail: { act: 'ask', solution, step },
  }),
})

export const setQuestionsAside = command(setQuestionsAsideContract, {
  action: 'question.settle',
  scope: 'project',
  async run({ actor, db, project }, { asks, note }) {
    const settler = { projectId: project.id, userId: requirePerson(actor).userId }
    return { questions: await settleQuestions(db, settler, asks, { note }) }
  },
  audit: (_, { questions }) => ({
    target: `question:${questions[0]}`,
    detail: { act: 'set aside', questions: questions.length },
  }),
})

export const reopenQuestions = command(reopenQuestionsContract, {
  action: 'question.settle',
  scope: 'project',
  async run({ db, project }, { questions }) {
    const wanted = new Set(questions)
    const found = await lockSettled(db, project.id, [...wanted])
    if (found.length < wanted.size)
      throw new AppError(
        'not_found',
        'One of these questions waits already, or never was. Nothing was changed: load the page again.',
      )
    return { opened: await openQuestions(db, project.id, found) }
  },
  audit: ({ questions }, { opened }) => ({
    target: `question:${questions[0]}`,
    detail: { act: 'open again', questions: questions.length, opened },
  }),
})

function makeNoStep(): AppError {
  return new AppError('not_found', 'There is no such step of a solution in this project.')
}
