import { query } from '@/lib/auth/server/operation'
import { findTotal } from '@/lib/platform/find-total'
import {
  answerPairsPerPage,
  countUndecidedAnswersContract,
  listAnswerPairsContract,
} from '../contract'
import { toAnswerPairReply } from './answer-pair-reply'
import {
  countAnswerPairs,
  countAnswerVerdicts,
  countUnpairedSolutions,
  listAnswerPairRows,
} from './answers.sql'

export const listAnswerPairs = query(listAnswerPairsContract, {
  action: 'answers.read',
  scope: 'project',
  async run({ db, project }, { show, text = '', page }) {
    const pageRange = { limit: answerPairsPerPage, offset: (page - 1) * answerPairsPerPage }
    const [pairs, counts] = await Promise.all([
      listAnswerPairRows(db, project.id, { show, text, ...pageRange }),
      countAnswerVerdicts(db, project.id),
    ])
    const pairCount = await findTotal(pairs, page, () =>
      countAnswerPairs(db, project.id, { show, text }),
    )
    return {
      counts,
      pairs: pairs.map(toAnswerPairReply),
      pages: Math.ceil(pairCount / answerPairsPerPage),
    }
  },
})

/** For pages that only link to the answers: does not count the decided ones. */
export const countUndecidedAnswers = query(countUndecidedAnswersContract, {
  action: 'answers.read',
  scope: 'project',
  async run({ db, project }) {
    const pairs = await countAnswerPairs(db, project.id, { show: 'unsure', text: '' })
    return { pairs, noAnswer: (await countUnpairedSolutions(db, project.id)).noAnswer }
  },
})
