import { v7 as makeId } from 'uuid'
import { command, requirePerson } from '@/lib/auth/server/operation'
import { enqueue } from '@/lib/jobs/server/enqueue'
import { markResultCancelled } from '@/lib/jobs/server/result-runs.sql'
import { AppError } from '@/lib/platform/errors'
import {
  cancelAgreementContract,
  mostUnderWay,
  startAgreementContract,
} from '../agreement-contract'
import { readAgreement } from './agreement-reply'
import { agreementTable, dropOldRuns, insertAgreement, lockUnderWay } from './agreement-rows.sql'

/** Pages start it by themselves: who asks for what is under way already gets that. */
export const startAgreement = command(startAgreementContract, {
  action: 'agreement.run',
  scope: 'project',
  async run({ actor, db, project }, { filters }) {
    const { userId } = requirePerson(actor)
    const projectId = project.id
    const { same, count } = await lockUnderWay(db, projectId, filters)
    if (same !== null) return readAgreement(db, { projectId, agreementId: same })
    if (count >= mostUnderWay)
      throw new AppError(
        'conflict',
        `${count} computations of agreement are under way in this project already. Nothing was started. Wait for one of them, or cancel it.`,
      )
    const run = { projectId, agreementId: makeId(), attempt: 1 }
    await dropOldRuns(db, projectId)
    await insertAgreement(db, run, { userId, filters })
    await enqueue(db, 'agreement', run)
    return readAgreement(db, run)
  },
  audit: ({ filters }, { agreement }) => ({
    target: `agreement:${agreement}`,
    detail: { act: 'start', filters },
  }),
})

export const cancelAgreement = command(cancelAgreementContract, {
  action: 'agreement.run',
  scope: 'project',
  async run({ db, project }, { agreement }) {
    const place = { projectId: project.id, agreementId: agreement }
    const result = { table: agreementTable, projectId: project.id, id: agreement }
    if (!(await markResultCancelled(db, result, 'Cancelled. Earlier results are as they were.'))) {
      const { state } = await readAgreement(db, place)
      throw new AppError(
        'conflict',
        `The computation is ${state}: there is nothing left to cancel.`,
        { state },
      )
    }
    return readAgreement(db, place)
  },
  audit: ({ agreement }) => ({
    target: `agreement:${agreement}`,
    detail: { act: 'cancel' },
  }),
})
