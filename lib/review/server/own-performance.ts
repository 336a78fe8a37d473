import { command, query } from '@/lib/auth/server/operation'
import { requirePerson } from '@/lib/auth/server/require-person'
import { describePosterior } from '@/lib/quality/gold-record'
import { scoreAnswer } from '@/lib/quality/score-answer'
import { lockClaimer } from '@/lib/queue/server/claim.sql'
import { explainGoldContract, getOwnPerformanceContract } from '../people-contract'
import {
  countExplainedAnswers,
  type ExplainedAnswer,
  listMistakes,
  markAnswersExplained,
} from './own-performance.sql'
import { findOwnWorkRow } from './people.sql'

const shownMistakes = 50

export const getOwnPerformance = query(getOwnPerformanceContract, {
  action: 'performance.own',
  scope: 'project',
  async run({ actor, db, project }) {
    const own = { projectId: project.id, userId: requirePerson(actor).userId }
    const base = { work: await findOwnWorkRow(db, own), pause: project.pause }
    if (!project.explainsGold) return { ...base, gold: null }
    const [counts, mistakes] = await Promise.all([
      countExplainedAnswers(db, own),
      listMistakes(db, own, shownMistakes),
    ])
    return {
      ...base,
      gold: { ...counts, posterior: describePosterior(counts), mistakes: mistakes.map(describe) },
    }
  },
})

export const explainOwnGoldAnswers = command(explainGoldContract, {
  action: 'gold.explain',
  scope: 'project',
  async run({ actor, db, project }) {
    const own = { projectId: project.id, userId: requirePerson(actor).userId }
    if (!project.explainsGold) return { explained: [] }
    // No annotation is reopened right now.
    await lockClaimer(db, own)
    return { explained: (await markAnswersExplained(db, own)).map(describe) }
  },
  audit: (_, { explained }) => ({
    target: 'gold',
    detail: { annotations: explained.map(({ annotation }) => annotation) },
  }),
})

const describe = (row: ExplainedAnswer) => ({
  ...row,
  score: scoreAnswer(row.firstErrors, row.answer),
})
