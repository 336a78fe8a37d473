import type { ReplyOf } from '@/lib/platform/contract'
import type { decideAnswersContract } from '../answers-contract'
import type { PairRow, VerdictStatusRow } from './answers.sql'

type PairReply = ReplyOf<typeof decideAnswersContract>['pair']

export function describePair(row: PairRow): PairReply {
  const { answer, referenceAnswer, pair, solutions, problems, problem, solution, lastStep } = row
  return {
    ...{ answer, referenceAnswer, pair, solutions, problems },
    ...describeVerdictStatus(row),
    verdicts: {
      correct: row.correctSolutions,
      wrong: row.wrongSolutions,
      unsure: row.unsureSolutions,
    },
    example: { problem, solution, lastStep },
  }
}

export function describeVerdictStatus({
  verdict,
  reason,
  by,
  decidedBy,
  decidedAt,
  note,
}: VerdictStatusRow) {
  return { verdict, reason, by, decidedBy, decidedAt: decidedAt?.toISOString() ?? null, note }
}
