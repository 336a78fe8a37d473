import { query } from '@/lib/auth/server/operation'
import { describePosterior } from '@/lib/quality/gold-record'
import { scoreAnswer } from '@/lib/quality/score-answer'
import { agreementFiltersField } from '@/lib/review/agreement-filters'
import { readPauseUnder } from '@/lib/review/server/pause.sql'
import { listRecords } from '@/lib/review/server/people.sql'
import { getDashboardContract, lastErrorStep, namedAtWork } from '../dashboard-contract'
import { countLeases, findAgreementOfAll, listDays, listWorking } from './dashboard.sql'

const { agreement: agreementField } = getDashboardContract.reply.shape

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
      findAgreementOfAll(db, id, agreementFiltersField.parse({})),
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
      // One that an older version worked out may say it otherwise: it is worked out anew where people ask for it.
      agreement: agreementField.catch(null).parse(agreement),
    }
  },
})
