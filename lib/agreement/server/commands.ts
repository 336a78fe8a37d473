import { v7 as makeId } from 'uuid'
import { command } from '@/lib/auth/server/operation'
import { requirePerson } from '@/lib/auth/server/require-person'
import { enqueueJob } from '@/lib/jobs/server/enqueue'
import { markResultRunCancelled } from '@/lib/jobs/server/result-runs.sql'
import { isStoredResultUpToDate } from '@/lib/jobs/stored-result'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import type { AgreementFilters } from '../agreement-filters'
import {
  cancelAgreementContract,
  maxRunningAgreementComputations,
  startAgreementContract,
} from '../contract'
import { toAgreementReplyWithChanges, readAgreementReply } from './agreement-reply'
import {
  agreementResultTable,
  deleteOldAgreements,
  findNewestAgreement,
  insertAgreement,
  lockRunningAgreements,
} from './agreement-rows.sql'

/** Pages start this automatically, so a running computation with the same filters is reused. */
export const startAgreement = command(startAgreementContract, {
  action: 'agreement.run',
  scope: 'project',
  async run({ actor, db, project }, { filters, onlyIfOutdated }) {
    const { userId } = requirePerson(actor)
    const projectId = project.id
    const { same, count } = await lockRunningAgreements(db, projectId, filters)
    if (same !== null) return readAgreementReply(db, { projectId, agreementId: same })
    const current = onlyIfOutdated ? await findCurrentAgreement(db, projectId, filters) : null
    if (current !== null) return current
    if (count >= maxRunningAgreementComputations)
      throw new AppError(
        'conflict',
        `${count} agreement computations are already running in this project. Wait for one to finish, or cancel it.`,
      )
    const run = { projectId, agreementId: makeId(), attempt: 1 }
    await deleteOldAgreements(db, projectId)
    await insertAgreement(db, run, { userId, filters })
    await enqueueJob(db, 'agreement', run)
    return readAgreementReply(db, run)
  },
  audit: ({ filters }, { agreement }) => ({
    target: `agreement:${agreement}`,
    detail: { operation: 'start', filters },
  }),
})

/** The newest run if it needs no new one: its result is up to date, or it has just failed or been cancelled. */
async function findCurrentAgreement(db: Transaction, projectId: string, filters: AgreementFilters) {
  const row = await findNewestAgreement(db, projectId, filters)
  if (row === null) return null
  const agreement = await toAgreementReplyWithChanges(db, projectId, row)
  return isStoredResultUpToDate(agreement) ? agreement : null
}

export const cancelAgreement = command(cancelAgreementContract, {
  action: 'agreement.run',
  scope: 'project',
  async run({ db, project }, { agreement }) {
    const agreementKey = { projectId: project.id, agreementId: agreement }
    const result = { table: agreementResultTable, projectId: project.id, id: agreement }
    if (!(await markResultRunCancelled(db, result, 'Cancelled. Earlier results are unchanged.'))) {
      const { state } = await readAgreementReply(db, agreementKey)
      throw new AppError('conflict', `The computation is ${state} and can’t be cancelled.`, {
        state,
      })
    }
    return readAgreementReply(db, agreementKey)
  },
  audit: ({ agreement }) => ({
    target: `agreement:${agreement}`,
    detail: { operation: 'cancel' },
  }),
})
