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
import { findOwnWorkStatistics } from './people.sql'

const maxMistakes = 50

export const getOwnPerformance = query(getOwnPerformanceContract, {
  action: 'performance.own',
  scope: 'project',
  async run({ actor, db, project }) {
    const annotator = { projectId: project.id, userId: requirePerson(actor).userId }
    const base = { work: await findOwnWorkStatistics(db, annotator), pause: project.pause }
    if (!project.explainsGold) return { ...base, gold: null }
    const [counts, mistakes] = await Promise.all([
      countExplainedGoldAnswers(db, annotator),
      listGoldMistakes(db, annotator, maxMistakes),
    ])
    return {
      ...base,
      gold: {
        ...counts,
        posterior: estimateExactShare(counts),
        mistakes: mistakes.map(toExplainedAnswer),
      },
    }
  },
})

export const explainOwnGoldAnswers = command(explainOwnGoldAnswersContract, {
  action: 'gold.explain',
  scope: 'project',
  async run({ actor, db, project }) {
    const annotator = { projectId: project.id, userId: requirePerson(actor).userId }
    if (!project.explainsGold) return { explained: [] }
    // Until the transaction ends, the annotator can’t reopen an annotation.
    await lockClaimsOfAnnotator(db, annotator)
    return { explained: (await markGoldAnswersExplained(db, annotator)).map(toExplainedAnswer) }
  },
  audit: (_, { explained }) => ({
    target: 'gold',
    detail: { annotations: explained.map(({ annotation }) => annotation) },
  }),
})

const toExplainedAnswer = (row: ExplainedGoldAnswer) => ({
  ...row,
  score: scoreGoldAnswer(row.firstErrors, row.answer),
})
