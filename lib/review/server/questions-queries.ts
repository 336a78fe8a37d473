import { query } from '@/lib/auth/server/operation'
import { AppError } from '@/lib/platform/errors'
import {
  getAskedStepContract,
  listQuestionsContract,
  listSetAsideContract,
} from '../questions-contract'
import { countAskedSteps, findAskedStep, listAskedSteps, listSetAsideRows } from './questions.sql'
import { readAs } from './reviewed.sql'

export const listQuestions = query(listQuestionsContract, {
  action: 'question.read',
  scope: 'project',
  async run({ db, project }, { order, page, limit }) {
    const [open, rows] = await Promise.all([
      countAskedSteps(db, project.id),
      listAskedSteps(db, readAs(project), { order, limit, offset: (page - 1) * limit }),
    ])
    return {
      open,
      pages: Math.max(1, Math.ceil(open / limit)),
      steps: rows.map(({ text, ...row }) => ({ ...row, text: text ?? '' })),
    }
  },
})

export const getAskedStep = query(getAskedStepContract, {
  action: 'question.read',
  scope: 'project',
  async run({ db, project }, { solution, step }) {
    const row = await findAskedStep(db, { ...readAs(project), solutionId: solution }, step)
    if (!row)
      throw new AppError('not_found', 'There is no such step of a solution in this project.')
    return { ...row, asks: row.asks ?? [] }
  },
})

export const listSetAside = query(listSetAsideContract, {
  action: 'question.read',
  scope: 'project',
  async run({ db, project }, { page, limit }) {
    const [all, rows] = await Promise.all([
      db.question.count({ where: { projectId: project.id, state: 'set_aside' } }),
      listSetAsideRows(db, readAs(project), { limit, offset: (page - 1) * limit }),
    ])
    return {
      all,
      pages: Math.max(1, Math.ceil(all / limit)),
      questions: rows.map((row) => ({ ...row, settledAt: row.settledAt.toISOString() })),
    }
  },
})
