import { v7 as makeId } from 'uuid'
import { command } from '@/lib/auth/server/operation'
import { requirePerson } from '@/lib/auth/server/require-person'
import { graderVersion } from '@/lib/grading/grade'
import { enqueue } from '@/lib/jobs/server/enqueue'
import { AppError } from '@/lib/platform/errors'
import {
  applyRegradeContract,
  cancelRegradeContract,
  startRegradeContract,
} from '../answers-contract'
import { removeOldPairs } from './regrade-pairs.sql'
import { readRegrade } from './regrade-reply'
import { beginApplying, insertRegrade, markCancelled } from './regrade-rows.sql'

export const startRegrade = command(startRegradeContract, {
  action: 'regrade.run',
  scope: 'project',
  async run({ actor, db, project }, { mode = project.graderMode }) {
    const run = { projectId: project.id, regradeId: makeId(), attempt: 1 }
    const { userId } = requirePerson(actor)
    if (!(await insertRegrade(db, run, { userId, mode, graderVersion })))
      throw new AppError(
        'conflict',
        'A regrade of this project is already running. Wait for it, or cancel it.',
      )
    await removeOldPairs(db, project.id)
    await enqueue(db, 'regrade', run)
    return readRegrade(db, run)
  },
  audit: (_, { regrade, mode }) => ({
    target: `regrade:${regrade}`,
    detail: { operation: 'start', mode },
  }),
})

export const applyRegrade = command(applyRegradeContract, {
  action: 'regrade.run',
  scope: 'project',
  async run({ actor, db, project }, { regrade }) {
    const regradeKey = { projectId: project.id, regradeId: regrade }
    const attempt = await beginApplying(db, regradeKey, requirePerson(actor).userId)
    if (attempt === null) {
      const { state } = await readRegrade(db, regradeKey)
      throw new AppError('conflict', `The regrade is ${state} and has no preview to apply.`, {
        state,
      })
    }
    await enqueue(db, 'regrade', { ...regradeKey, attempt })
    return readRegrade(db, regradeKey)
  },
  audit: ({ regrade }) => ({ target: `regrade:${regrade}`, detail: { operation: 'apply' } }),
})

export const cancelRegrade = command(cancelRegradeContract, {
  action: 'regrade.run',
  scope: 'project',
  async run({ db, project }, { regrade }) {
    const regradeKey = { projectId: project.id, regradeId: regrade }
    if (!(await markCancelled(db, regradeKey, 'Cancelled. Nothing changed.'))) {
      const { state } = await readRegrade(db, regradeKey)
      throw new AppError('conflict', `The regrade is ${state} and can’t be cancelled.`, {
        state,
      })
    }
    await removeOldPairs(db, project.id)
    return readRegrade(db, regradeKey)
  },
  audit: ({ regrade }) => ({ target: `regrade:${regrade}`, detail: { operation: 'cancel' } }),
})
