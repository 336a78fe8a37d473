import { AppError } from '@/lib/platform/errors'
import type { ReplyOf } from '@/lib/platform/contract'
import type { Transaction } from '@/lib/platform/server/database'
import type { getRoundContract } from '../contract'
import { roundPolicyField } from '../policy'
import { readOutcome } from './describe-selection'
import { findRound, type RoundPlace, type RoundRow } from './round-rows.sql'
import { readSecondsPerStep } from './yield.sql'

type RoundReply = ReplyOf<typeof getRoundContract>

/** Throws `not_found`. */
export async function readRound(db: Transaction, place: RoundPlace): Promise<RoundReply> {
  const row = await findRound(db, place)
  if (!row) throw new AppError('not_found', 'There is no such round in this project.')
  return describeRound(row, await readSecondsPerStep(db, place.projectId))
}

export function describeRound(row: RoundRow, secondsPerStep: number | null): RoundReply {
  const { policy, run, model, outcome, createdAt, openedAt, closedAt, ...said } = row
  return {
    ...said,
    policy: roundPolicyField.parse(policy),
    scores: run === null || model === null ? null : { run, model },
    outcome: readOutcome(outcome),
    secondsPerStep,
    createdAt: createdAt.toISOString(),
    openedAt: openedAt?.toISOString() ?? null,
    closedAt: closedAt?.toISOString() ?? null,
  }
}

/** A round that serves nothing would only empty the queue. `why` is a sentence. */
export const makeNothingSelected = (why: string) =>
  new AppError('conflict', `${why} Nothing was changed; plan a round with another policy.`)
