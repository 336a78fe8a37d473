import { v7 as makeId } from 'uuid'
import { command, requirePerson } from '@/lib/auth/server/operation'
import { graderVersion } from '@/lib/grading/grade'
import { enqueue } from '@/lib/jobs/server/enqueue'
import { AppError } from '@/lib/platform/errors'
import {
  applyRegradeContract,
  cancelRegradeContract,
  openRegradeContract,
} from '../answers-contract'
import { removeOldPairs } from './regrade-pairs.sql'
import { readRegrade } from './regrade-reply'
import { beginApplying, insertRegrade, markCancelled } from './regrade-rows.sql'

export const openRegrade = command(openRegradeContract, {
  action: 'regrade.run',
  scope: 'project',
  async run({ actor, db, project }, { mode = project.graderMode }) {
    const run = { projectId: project.id, regradeId: makeId(), attempt: 1 }
    const { userId } = requirePerson(actor)
    if (!(await insertRegrade(db, run, { userId, mode, graderVersion })))
      throw new AppError(
        'conflict',
        'The answers of this project are being graded anew already. Nothing was changed; wait for it, or cancel it.',
      )
    await removeOldPairs(db, project.id)
    await enqueue(db, 'regrade', run)
    return readRegrade(db, run)
  },
  audit: (_, { regrade, mode }) => ({
    target: `regrade:${regrade}`,
    detail: { act: 'open', mode },
  }),
})

export const applyRegrade = command(applyRegradeContract, {
  action: 'regrade.run',
  scope: 'project',
  async run({ actor, db, project }, { regrade }) {
    const place = { projectId: project.id, regradeId: regrade }
    const attempt = await beginApplying(db, place, requirePerson(actor).userId)
    if (attempt === null) {
      const { state } = await readRegrade(db, place)
      throw new AppError(
        'conflict',
        `The regrade is ${state}: there is no preview to apply. Nothing was changed.`,
        { state },
      )
    }
    await enqueue(db, 'regrade', { ...place, attempt })
    return readRegrade(db, place)
  },
  audit: ({ regrade }) => ({ target: `regrade:${regrade}`, detail: { act: 'apply' } }),
})

export const cancelRegrade = command(cancelRegradeContract, {
  action: 'regrade.run',
  scope: 'project',
  async run({ db, project }, { regrade }) {
    const place = { projectId: project.id, regradeId: regrade }
    if (!(await markCancelled(db, place, 'Cancelled. Nothing was changed.'))) {
      const { state } = await readRegrade(db, place)
      throw new AppError('conflict', `The regrade is ${state}: there is nothing left to cancel.`, {
        state,
      })
    }
    await removeOldPairs(db, project.id)
    return readRegrade(db, place)
  },
  audit: ({ regrade }) => ({ target: `regrade:${regrade}`, detail: { act: 'cancel' } }),
})
