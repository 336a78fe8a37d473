import { query } from '@/lib/auth/server/operation'
import { listAnswerPairsContract, pairsPerPage } from '../answers-contract'
import { countPairs, countVerdicts, listPairs } from './answers.sql'
import { describePair } from './describe-pair'

export const listAnswerPairs = query(listAnswerPairsContract, {
  action: 'answers.read',
  scope: 'project',
  async run({ db, project }, { show, text = '', page }) {
    const pageRange = { limit: pairsPerPage, offset: (page - 1) * pairsPerPage }
    const pairs = await listPairs(db, project.id, { show, text, ...pageRange })
    // A page that is not full gives the count.
    const isLast = pairs.length < pairsPerPage && (pairs.length > 0 || page === 1)
    const all = isLast
      ? pageRange.offset + pairs.length
      : await countPairs(db, project.id, { show, text })
    return {
      counts: await countVerdicts(db, project.id),
      pairs: pairs.map(describePair),
      pages: Math.ceil(all / pairsPerPage),
    }
  },
})
