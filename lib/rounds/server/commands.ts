import { v7 as makeId } from 'uuid'
import { command, requirePerson } from '@/lib/auth/server/operation'
import { lockVerdictsSoon, verdictsTimeoutMs } from '@/lib/grading/server/lock-verdicts.sql'
import { enqueue } from '@/lib/jobs/server/enqueue'
import { AppError } from '@/lib/platform/errors'
import { getDatabase, type Transaction } from '@/lib/platform/server/database'
import { endExpiredLeases } from '@/lib/queue/server/claim.sql'
import {
  cancelRoundContract,
  closeRoundContract,
  openRoundContract,
  planRoundContract,
} from '../contract'
import type { RoundPolicy } from '../policy'
import { dropUnbegun } from './queue-round.sql'
import { makeNothingSelected, readRound } from './round-reply'
import {
  beginOpening,
  findScoreRunState,
  insertRound,
  markCancelled,
  markClosed,
  type RoundPlace,
} from './round-rows.sql'

export const planRound = command(planRoundContract, {
  action: 'round.run',
  scope: 'project',
  async run({ actor, db, project }, { policy }) {
    const run = { projectId: project.id, roundId: makeId(), attempt: 1 }
    const { userId } = requirePerson(actor)
    const scoreRunId = await findScoreRun(db, project.id, policy)
    await insertRound(db, run, { userId, policy, scoreRunId })
    await enqueue(db, 'round', run)
    return readRound(db, run)
  },
  audit: (_, { round, policy }) => ({
    target: `round:${round}`,
    detail: { act: 'plan', slices: policy.slices.map((slice) => slice.policy), seed: policy.seed },
  }),
})

async function findScoreRun(
  db: Transaction,
  projectId: string,
  { scores: { source } }: RoundPolicy,
): Promise<string | null> {
  if (source === 'imported' || source === 'none') return null
  const state = await findScoreRunState(db, projectId, source)
  if (state === null) throw new AppError('not_found', 'There is no such score run in this project.')
  if (state !== 'done')
    throw new AppError(
      'conflict',
      `The score run is ${state}: a round goes by one that is done. Nothing was changed.`,
      { state },
    )
  return source
}

export const openRound = command(openRoundContract, {
  action: 'round.run',
  scope: 'project',
  async run({ actor, db, project }, { round }) {
    const place = { projectId: project.id, roundId: round }
    const planned = await readRound(db, place)
    if (planned.state === 'planned' && planned.outcome?.queued === 0)
      throw makeNothingSelected('This plan selects nothing, and the plan says why.')
    const attempt = await beginOpening(db, place, requirePerson(actor).userId)
    if (attempt === null) throw await refuseState(db, place, 'there is no plan to open')
    await enqueue(db, 'round', { ...place, attempt })
    return readRound(db, place)
  },
  audit: ({ round }) => ({ target: `round:${round}`, detail: { act: 'open' } }),
})

export const closeRound = command(closeRoundContract, {
  action: 'round.run',
  scope: 'project',
  timeoutMs: verdictsTimeoutMs,
  async run({ db, project }, { round }) {
    const place = { projectId: project.id, roundId: round }
    await readRound(db, place)
    // In a transaction of its own: every claim does the same, and would wait for this one's end.
    await endExpiredLeases(getDatabase(), project.id)
    await lockVerdictsSoon(db, project.id)
    if (!(await markClosed(db, place))) throw await refuseState(db, place, 'it cannot be closed')
    await dropUnbegun(db, project.id)
    return readRound(db, place)
  },
  audit: ({ round }) => ({ target: `round:${round}`, detail: { act: 'close' } }),
})

export const cancelRound = command(cancelRoundContract, {
  action: 'round.run',
  scope: 'project',
  async run({ db, project }, { round }) {
    const place = { projectId: project.id, roundId: round }
    if (!(await markCancelled(db, place, 'Cancelled. Nothing was changed.')))
      throw await refuseState(db, place, 'there is nothing left to cancel')
    return readRound(db, place)
  },
  audit: ({ round }) => ({ target: `round:${round}`, detail: { act: 'cancel' } }),
})

async function refuseState(db: Transaction, place: RoundPlace, what: string): Promise<AppError> {
  const { state } = await readRound(db, place)
  const isWaiting = state === 'planned'
  return new AppError(
    'conflict',
    isWaiting
      ? 'Another round of this project is being opened. Nothing was changed; wait for it, or cancel it.'
      : `The round is ${state}: ${what}. Nothing was changed.`,
    { state },
  )
}
