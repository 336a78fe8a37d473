import type { ReplyOf } from '@/lib/platform/contract'
import type { settleAnswersContract } from '../answers-contract'
import type { PairRow } from './answers.sql'
import { hashPair } from './hash-pair'

type PairReply = ReplyOf<typeof settleAnswersContract>['pair']

export function describePair(row: PairRow): PairReply {
  const { problem, solution, lastStep, ruledAt, ...pair } = row
  return {
    ...pair,
    pair: hashPair(row.given, row.truth).toString('hex'),
    ruledAt: ruledAt?.toISOString() ?? null,
    example: { problem, solution, lastStep },
  }
}
