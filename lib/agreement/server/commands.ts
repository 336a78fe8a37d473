import { command } from '@/lib/auth/server/operation'
import { requirePerson } from '@/lib/auth/server/require-person'
import { enqueueJob } from '@/lib/jobs/server/enqueue'
import { cancelResultRun, findOrStartResultRun } from '@/lib/jobs/server/request-result'
import { isStoredResultReusable } from '@/lib/jobs/stored-result'
import type { Transaction } from '@/lib/platform/server/database'
import type { AgreementFilters } from '../agreement-filters'
import {
  cancelAgreementContract,
  maxRunningAgreementComputations,
  startAgreementContract,
} from '../contract'
import { toAgreementReplyWithChanges, readAgreementReply } from './agreement-reply'
import { agreementResultTable, findNewestAgreement } from './agreement-rows.sql'

export const startAgreement = command(startAgreementContract, {
  action: 'agreement.run',
  scope: 'project',
  async run({ actor, db, project }, { filters, onlyIfOutdated }) {
    const { userId } = requirePerson(actor)
    const projectId = project.id
    return findOrStartResultRun(db, {
      table: agreementResultTable,
      projectId,
      userId,
      request: filters,
      findReusableReply: async () =>
        onlyIfOutdated ? findReusableAgreement(db, projectId, filters) : null,
      readReply: (id) => readAgreementReply(db, { projectId, agreementId: id }),
      enqueue: ({ id, attempt }) =>
        enqueueJob(db, 'agreement', { projectId, agreementId: id, attempt }),
      maxRunning: maxRunningAgreementComputations,
      tooManyRunningMessage: (count) =>
        `${count} agreement computations are already running in this project. Wait for one to finish, or cancel it.`,
    })
  },
  audit: ({ filters }, { agreement }) => ({
    target: `agreement:${agreement}`,
    detail: { operation: 'start', filters },
  }),
})

/** The newest run, if its result is up to date, or if it has just failed or been cancelled. */
async function findReusableAgreement(
  db: Transaction,
  projectId: string,
  filters: AgreementFilters,
) {
  const row = await findNewestAgreement(db, projectId, filters)
  if (row === null) return null
  const reply = await toAgreementReplyWithChanges(db, projectId, row)
  return isStoredResultReusable(reply) ? reply : null
}

export const cancelAgreement = command(cancelAgreementContract, {
  action: 'agreement.run',
  scope: 'project',
  run({ db, project }, { agreement }) {
    const projectId = project.id
    return cancelResultRun(db, { table: agreementResultTable, projectId, id: agreement }, () =>
      readAgreementReply(db, { projectId, agreementId: agreement }),
    )
  },
  audit: ({ agreement }) => ({
    target: `agreement:${agreement}`,
    detail: { operation: 'cancel' },
  }),
})
