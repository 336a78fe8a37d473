import type { ReplyOf } from '@/lib/platform/contract'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import type { getRoundContract } from '../contract'
import { roundPolicyField } from '../policy'
import { parseRoundOutcome } from './round-outcome'
import { findRound, type RoundKey, type RoundRow } from './round-rows.sql'
import { readSecondsPerStep } from './yield.sql'

type RoundReply = ReplyOf<typeof getRoundContract>

/** Throws `not_found`. */
export async function readRoundReply(db: Transaction, key: RoundKey): Promise<RoundReply> {
  const row = await findRound(db, key)
  if (!row) throw new AppError('not_found', 'Round not found in this project.')
  return toRoundReply(row, await readSecondsPerStep(db, key.projectId))
}

export function toRoundReply(row: RoundRow, secondsPerStep: number | null): RoundReply {
  const { policy, outcome, createdAt, startedAt, closedAt, ...fields } = row
  return {
    ...fields,
    policy: roundPolicyField.parse(policy),
    outcome: parseRoundOutcome(outcome),
    secondsPerStep,
    createdAt: createdAt.toISOString(),
    startedAt: startedAt?.toISOString() ?? null,
    closedAt: closedAt?.toISOString() ?? null,
  }
}

/** A round without solutions would only empty the queue. `cause` is a sentence. */
export const createNothingSelectedError = (cause: string) =>
  new AppError('conflict', `${cause} Nothing was changed. Plan a round with another policy.`)
