import { v7 as makeId } from 'uuid'
import { command } from '@/lib/auth/server/operation'
import { requirePerson } from '@/lib/auth/server/require-person'
import { lockVerdictsOrFail, verdictCommandTimeoutMs } from '@/lib/grading/server/lock-verdicts.sql'
import { enqueueJob } from '@/lib/jobs/server/enqueue'
import { AppError } from '@/lib/platform/errors'
import { getDatabase, type Transaction } from '@/lib/platform/server/database'
import { endExpiredLeases } from '@/lib/queue/server/claim.sql'
import {
  cancelRoundContract,
  closeRoundContract,
  startRoundContract,
  planRoundContract,
} from '../contract'
import { findExtraOverlapProblem } from '../extra-overlap'
import type { RoundPolicy } from '../policy'
import { removeWaitingItems } from './queue-round.sql'
import { createNothingSelectedError, readRoundReply } from './round-reply'
import {
  createRoundStartAttempt,
  findScoreRunState,
  insertRound,
  markRoundCancelled,
  closeActiveRound,
  type RoundKey,
} from './round-rows.sql'

export const planRound = command(planRoundContract, {
  action: 'round.run',
  scope: 'project',
  async run({ actor, db, project }, { policy }) {
    const run = { projectId: project.id, roundId: makeId(), attempt: 1 }
    const { userId } = requirePerson(actor)
    requireEffectiveExtraOverlap(policy, project.overlap)
    const scoreRunId = await requireFinishedScoreRun(db, project.id, policy)
    await insertRound(db, run, { userId, policy, scoreRunId })
    await enqueueJob(db, 'round', run)
    return readRoundReply(db, run)
  },
  audit: (_, { round, policy }) => ({
    target: `round:${round}`,
    detail: {
      operation: 'plan',
      slices: policy.slices.map((slice) => slice.policy),
      seed: policy.seed,
    },
  }),
})

function requireEffectiveExtraOverlap({ overlap }: RoundPolicy, projectOverlap: number): void {
  const reason = findExtraOverlapProblem(overlap, projectOverlap)
  if (reason === null) return
  const location = 'policy.overlap.extraAnnotators'
  throw new AppError('invalid_input', `${location}: ${reason}`, { issues: [{ location, reason }] })
}

async function requireFinishedScoreRun(
  db: Transaction,
  projectId: string,
  { scores: { source } }: RoundPolicy,
): Promise<string | null> {
  if (source === 'imported' || source === 'none') return null
  const state = await findScoreRunState(db, projectId, source)
  if (state === null) throw new AppError('not_found', 'Score run not found in this project.')
  if (state !== 'done')
    throw new AppError(
      'conflict',
      `This score run is ${state}. Nothing was changed. Choose a run that is done.`,
      { state },
    )
  return source
}

export const startRound = command(startRoundContract, {
  action: 'round.run',
  scope: 'project',
  async run({ actor, db, project }, { round }) {
    const key = { projectId: project.id, roundId: round }
    const currentRound = await readRoundReply(db, key)
    if (currentRound.state === 'planned' && currentRound.outcome?.queued === 0)
      throw createNothingSelectedError('This plan selects no solutions.')
    const attempt = await createRoundStartAttempt(db, key, requirePerson(actor).userId)
    if (attempt === null) {
      const { state } = await readRoundReply(db, key)
      if (state === 'planned')
        throw new AppError(
          'conflict',
          'Another round of this project is starting. Nothing was changed. Wait for it, or cancel it.',
          { state },
        )
      throw await makeRoundStateError(db, key, 'only a planned round can be started')
    }
    await enqueueJob(db, 'round', { ...key, attempt })
    return readRoundReply(db, key)
  },
  audit: ({ round }) => ({ target: `round:${round}`, detail: { operation: 'start' } }),
})

export const closeRound = command(closeRoundContract, {
  action: 'round.run',
  scope: 'project',
  timeoutMs: verdictCommandTimeoutMs,
  async run({ db, project }, { round }) {
    const key = { projectId: project.id, roundId: round }
    await readRoundReply(db, key)
    await endExpiredLeases(getDatabase(), project.id)
    await lockVerdictsOrFail(db, project.id)
    if (!(await closeActiveRound(db, key)))
      throw await makeRoundStateError(db, key, 'only the active round can be closed')
    await removeWaitingItems(db, project.id)
    return readRoundReply(db, key)
  },
  audit: ({ round }) => ({ target: `round:${round}`, detail: { operation: 'close' } }),
})

export const cancelRound = command(cancelRoundContract, {
  action: 'round.run',
  scope: 'project',
  async run({ db, project }, { round }) {
    const key = { projectId: project.id, roundId: round }
    if (!(await markRoundCancelled(db, key, 'Cancelled. The queue was not changed.')))
      throw await makeRoundStateError(db, key, 'it can no longer be cancelled')
    return readRoundReply(db, key)
  },
  audit: ({ round }) => ({ target: `round:${round}`, detail: { operation: 'cancel' } }),
})

async function makeRoundStateError(
  db: Transaction,
  key: RoundKey,
  problem: string,
): Promise<AppError> {
  const { state } = await readRoundReply(db, key)
  return new AppError(
    'conflict',
    `The round is ${state}: ${problem}. Nothing was changed. Reload to see its state.`,
    { state },
  )
}
