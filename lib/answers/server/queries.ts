import { query } from '@/lib/auth/server/operation'
import { listAnswerPairsContract, answerPairsPerPage } from '../contract'
import { toAnswerPairReply } from './answer-pair-reply'
import { countAnswerPairs, countAnswerVerdicts, listAnswerPairRows } from './answers.sql'

export const listAnswerPairs = query(listAnswerPairsContract, {
  action: 'answers.read',
  scope: 'project',
  async run({ db, project }, { show, text = '', page }) {
    const pageRange = { limit: answerPairsPerPage, offset: (page - 1) * answerPairsPerPage }
    const pairs = await listAnswerPairRows(db, project.id, { show, text, ...pageRange })
    // A page that is not full gives the count.
    const isLast = pairs.length < answerPairsPerPage && (pairs.length > 0 || page === 1)
    const pairCount = isLast
      ? pageRange.offset + pairs.length
      : await countAnswerPairs(db, project.id, { show, text })
    return {
      counts: await countAnswerVerdicts(db, project.id),
      pairs: pairs.map(toAnswerPairReply),
      pages: Math.ceil(pairCount / answerPairsPerPage),
    }
  },
})
