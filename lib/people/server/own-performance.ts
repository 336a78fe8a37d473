import { command, query } from '@/lib/auth/server/operation'
import { requirePerson } from '@/lib/auth/server/require-person'
import { scoreGoldAnswer } from '@/lib/gold/score-gold-answer'
import { lockClaimsOfAnnotator } from '@/lib/queue/server/claim.sql'
import { explainOwnGoldAnswersContract, getOwnPerformanceContract } from '../contract'
import { estimateExactShare } from '../summarise-gold-answers'
import {
  countExplainedGoldAnswers,
  type ExplainedGoldAnswer,
  listGoldMistakes,
  markGoldAnswersExplained,
} from './own-performance.sql'
import { findOwnWork } from './people.sql'

const shownMistakes = 50

export const getOwnPerformance = query(getOwnPerformanceContract, {
  action: 'performance.own',
  scope: 'project',
  async run({ actor, db, project }) {
    const own = { projectId: project.id, userId: requirePerson(actor).userId }
    const base = { work: await findOwnWork(db, own), pause: project.pause }
    if (!project.explainsGold) return { ...base, gold: null }
    const [counts, mistakes] = await Promise.all([
      countExplainedGoldAnswers(db, own),
      listGoldMistakes(db, own, shownMistakes),
    ])
    return {
      ...base,
      gold: { ...counts, posterior: estimateExactShare(counts), mistakes: mistakes.map(describe) },
    }
  },
})

export const explainOwnGoldAnswers = command(explainOwnGoldAnswersContract, {
  action: 'gold.explain',
  scope: 'project',
  async run({ actor, db, project }) {
    const own = { projectId: project.id, userId: requirePerson(actor).userId }
    if (!project.explainsGold) return { explained: [] }
    // No annotation is reopened right now.
    await lockClaimsOfAnnotator(db, own)
    return { explained: (await markGoldAnswersExplained(db, own)).map(describe) }
  },
  audit: (_, { explained }) => ({
    target: 'gold',
    detail: { annotations: explained.map(({ annotation }) => annotation) },
  }),
})

const describe = (row: ExplainedGoldAnswer) => ({
  ...row,
  score: scoreGoldAnswer(row.firstErrors, row.answer),
})
