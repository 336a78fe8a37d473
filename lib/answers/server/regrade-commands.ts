import { v7 as makeId } from 'uuid'
import { command } from '@/lib/auth/server/operation'
import { requirePerson } from '@/lib/auth/server/require-person'
import { graderVersion } from '@/lib/grading/grade-answer'
import { enqueueJob } from '@/lib/jobs/server/enqueue'
import { AppError } from '@/lib/platform/errors'
import {
  applyRegradeContract,
  cancelRegradeContract,
  startRegradePreviewContract,
} from '../contract'
import { deletePairsOfEndedRegrades } from './regrade-pairs.sql'
import { readRegradeReply } from './regrade-reply'
import { startApplyingRegrade, insertRegrade, markRegradeCancelled } from './regrade-rows.sql'

export const startRegradePreview = command(startRegradePreviewContract, {
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
    await deletePairsOfEndedRegrades(db, project.id)
    await enqueueJob(db, 'regrade', run)
    return readRegradeReply(db, run)
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
    const attempt = await startApplyingRegrade(db, regradeKey, requirePerson(actor).userId)
    if (attempt === null) {
      const { state } = await readRegradeReply(db, regradeKey)
      throw new AppError('conflict', `The regrade is ${state} and has no preview to apply.`, {
        state,
      })
    }
    await enqueueJob(db, 'regrade', { ...regradeKey, attempt })
    return readRegradeReply(db, regradeKey)
  },
  audit: ({ regrade }) => ({ target: `regrade:${regrade}`, detail: { operation: 'apply' } }),
})

export const cancelRegrade = command(cancelRegradeContract, {
  action: 'regrade.run',
  scope: 'project',
  async run({ db, project }, { regrade }) {
    const regradeKey = { projectId: project.id, regradeId: regrade }
    if (!(await markRegradeCancelled(db, regradeKey, 'Cancelled. Nothing changed.'))) {
      const { state } = await readRegradeReply(db, regradeKey)
      throw new AppError('conflict', `The regrade is ${state} and can’t be cancelled.`, {
        state,
      })
    }
    await deletePairsOfEndedRegrades(db, project.id)
    return readRegradeReply(db, regradeKey)
  },
  audit: ({ regrade }) => ({ target: `regrade:${regrade}`, detail: { operation: 'cancel' } }),
})
