import { query } from '@/lib/auth/server/operation'
import type { ReplyOf } from '@/lib/platform/contract'
import type { Transaction } from '@/lib/platform/server/database'
import { describePosterior } from '@/lib/quality/gold-record'
import { scoreAnswer } from '@/lib/quality/score-answer'
import { agreementResultField } from '@/lib/review/agreement-contract'
import { agreementFiltersField } from '@/lib/review/agreement-filters'
import { countSince } from '@/lib/review/server/agreement-reply'
import { readPauseUnder } from '@/lib/review/server/pause.sql'
import { listRecords } from '@/lib/review/server/people.sql'
import { getDashboardContract, lastErrorStep, namedAtWork } from '../dashboard-contract'
import { countLeases, findAgreementOfAll, listDays, listWorking } from './dashboard.sql'

type Agreement = ReplyOf<typeof getDashboardContract>['agreement']

const agreementField = getDashboardContract.reply.shape.agreement.unwrap()
/** As it is stored, without what is counted when it is asked for. */
const storedField = agreementField
  .omit({ newAnnotations: true, takenBack: true })
  .extend({ sample: agreementResultField.shape.sample })

const noFilters = agreementFiltersField.parse({})

/** One that an older version worked out may say it otherwise: it is worked out anew where people ask for it. */
async function readAgreementOfAll(db: Transaction, projectId: string): Promise<Agreement> {
  const stored = storedField.safeParse(await findAgreementOfAll(db, projectId, noFilters))
  if (!stored.success) return null
  const { sample: _, ...agreement } = stored.data
  return { ...agreement, ...(await countSince(db, projectId, noFilters, stored.data)) }
}

export const getDashboard = query(getDashboardContract, {
  action: 'dashboard.read',
  scope: 'project',
  async run({ db, project: { id } }) {
    // Two at once: a page that many look at must not take the connections of those who label.
    const [days, working] = await Promise.all([listDays(db, id), listWorking(db, id)])
    const named = working.slice(0, namedAtWork)
    const [records, agreement] = await Promise.all([
      listRecords(
        db,
        id,
        named.map(({ user }) => user),
      ),
      readAgreementOfAll(db, id),
    ])
    const [leases, pauseUnder] = await Promise.all([countLeases(db, id), readPauseUnder(db, id)])
    const steps = Array.from({ length: lastErrorStep }, (_, step) => step)
    return {
      days: days.map(({ firstErrors: _, ...day }) => day),
      firstErrors: steps.map((step) =>
        days.reduce((sum, { firstErrors }) => sum + firstErrors[step]!, 0),
      ),
      working: {
        atWork: working.filter(({ now }) => now !== null).length,
        ...{ leases, count: working.length },
        people: named.map((person) => {
          const given = records.get(person.user) ?? []
          const isExact = given.map((one) => scoreAnswer(one.firstErrors, one.given) === 'exact')
          const counts = { answers: given.length, exact: isExact.filter(Boolean).length }
          const { mean, low, high } = describePosterior(counts)
          return {
            ...person,
            gold: given.length === 0 ? null : { answers: given.length, mean, low, high },
          }
        }),
      },
      pauseUnder,
      agreement,
    }
  },
})
