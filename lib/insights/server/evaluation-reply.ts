import type { ReplyOf } from '@/lib/platform/contract'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import {
  evaluationOptionsField,
  evaluationResultField,
  type getEvaluationContract,
} from '../contract'
import { type EvaluationPlace, type EvaluationRow, findEvaluation } from './evaluation-rows.sql'

type Reply = ReplyOf<typeof getEvaluationContract>

export async function readEvaluation(db: Transaction, place: EvaluationPlace): Promise<Reply> {
  const row = await findEvaluation(db, place)
  if (!row) throw new AppError('not_found', 'There is no such evaluation in this project.')
  return describeEvaluation(row)
}

/** A result of an older shape is not shown: it can be worked out again. */
export function describeEvaluation({ options, result, ...row }: EvaluationRow): Reply {
  const { createdAt, finishedAt } = row
  return {
    ...row,
    options: evaluationOptionsField.parse(options),
    result: evaluationResultField.nullable().catch(null).parse(result),
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  }
}
