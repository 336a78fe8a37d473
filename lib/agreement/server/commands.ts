import { command } from '@/lib/auth/server/operation'
import { requirePerson } from '@/lib/auth/server/require-person'
import { enqueueJob } from '@/lib/jobs/server/enqueue'
import { cancelResultRun, findOrStartResultRun } from '@/lib/jobs/server/request-result'
import {
  cancelAgreementContract,
  maxRunningAgreementComputations,
  startAgreementContract,
} from '../contract'
import { toAgreementReplyWithChanges, readAgreementReply } from './agreement-reply'
import { agreementResultTable, type AgreementRunRow } from './agreement-rows.sql'

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
      onlyIfOutdated,
      toReply: (row: AgreementRunRow) => toAgreementReplyWithChanges(db, projectId, row),
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

export const cancelAgreement = command(cancelAgreementContract, {
  action: 'agreement.run',
  scope: 'project',
  run({ db, project }, { agreement }) {
    const projectId = project.id
    return cancelResultRun(db, { table: agreementResultTable, projectId, id: agreement }, () =>
      readAgreementReply(db, projectId, agreement),
    )
  },
  audit: ({ agreement }) => ({
    target: `agreement:${agreement}`,
    detail: { operation: 'cancel' },
  }),
})
