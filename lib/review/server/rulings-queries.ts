import { query } from '@/lib/auth/server/operation'
import type { ReplyOf } from '@/lib/platform/contract'
import { getRulingContract, listRulingsContract } from '../rulings-contract'
import { makeNoRuling } from './refuse-ruling'
import { readAs } from './reviewed.sql'
import { findRuling, listAnswered, listRulingRows, type RulingRow } from './rulings.sql'

const answeredListed = 100

export const listRulings = query(listRulingsContract, {
  action: 'question.read',
  scope: 'project',
  async run({ db, project }, { state = null, before = null, limit }) {
    const rows = await listRulingRows(db, project.id, { state, before, limit: limit + 1 })
    const rulings = rows.slice(0, limit).map(describeRuling)
    const last = rulings.at(-1)
    return { rulings, next: rows.length > limit && last ? last.ruling : null }
  },
})

export const getRuling = query(getRulingContract, {
  action: 'question.read',
  scope: 'project',
  async run({ db, project }, { ruling }) {
    const found = await findRuling(db, project.id, ruling)
    if (!found) throw makeNoRuling(ruling)
    const place = { ...readAs(project), rulingId: found.id }
    return { ...describeRuling(found), asked: await listAnswered(db, place, answeredListed) }
  },
})

function describeRuling({
  id: _,
  ...row
}: RulingRow): ReplyOf<typeof listRulingsContract>['rulings'][number] {
  const { createdAt, publishedAt } = row
  return {
    ...row,
    createdAt: createdAt.toISOString(),
    publishedAt: publishedAt?.toISOString() ?? null,
  }
}
