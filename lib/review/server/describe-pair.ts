import type { ReplyOf } from '@/lib/platform/contract'
import type { settleAnswersContract } from '../answers-contract'
import type { PairRow, StandingRow } from './answers.sql'

type PairReply = ReplyOf<typeof settleAnswersContract>['pair']

export function describePair(row: PairRow): PairReply {
  const { given, truth, pair, solutions, problems, problem, solution, lastStep } = row
  return {
    ...{ given, truth, pair, solutions, problems },
    ...describeStanding(row),
    verdicts: {
      correct: row.correctSolutions,
      wrong: row.wrongSolutions,
      unsure: row.unsureSolutions,
    },
    example: { problem, solution, lastStep },
  }
}

export function describeStanding({ verdict, reason, by, ruledBy, ruledAt, note }: StandingRow) {
  return { verdict, reason, by, ruledBy, ruledAt: ruledAt?.toISOString() ?? null, note }
}
