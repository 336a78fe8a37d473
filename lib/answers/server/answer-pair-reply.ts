import type { ReplyOf } from '@/lib/platform/contract'
import type { decideAnswerPairContract } from '../contract'
import type { AnswerPairRow, VerdictStatusRow } from './answers.sql'

type PairReply = ReplyOf<typeof decideAnswerPairContract>['pair']

export function toAnswerPairReply(row: AnswerPairRow): PairReply {
  const { answer, referenceAnswer, pair, solutions, problems, problem, solution, lastStep } = row
  return {
    answer,
    referenceAnswer,
    pair,
    solutions,
    problems,
    ...toVerdictStatusReply(row),
    verdicts: {
      correct: row.correctSolutions,
      wrong: row.wrongSolutions,
      unsure: row.unsureSolutions,
    },
    example: { problem, solution, lastStep },
  }
}

export function toVerdictStatusReply({
  verdict,
  reason,
  by,
  decidedBy,
  decidedAt,
  note,
}: VerdictStatusRow) {
  return { verdict, reason, by, decidedBy, decidedAt: decidedAt?.toISOString() ?? null, note }
}
