import type { ReplyOf } from '@/lib/platform/contract'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import {
  evaluationOptionsField,
  evaluationResultField,
  type getEvaluationContract,
} from '../contract'
import {
  type EvaluationKey,
  type EvaluationRow,
  findEvaluation,
  hasEvaluatedDataChangedSince,
} from './evaluation-rows.sql'

type Reply = ReplyOf<typeof getEvaluationContract>

export async function readEvaluationReply(db: Transaction, key: EvaluationKey): Promise<Reply> {
  const row = await findEvaluation(db, key)
  if (!row) throw new AppError('not_found', 'No such evaluation in this project.')
  return toEvaluationReplyWithStatus(db, key.projectId, row)
}

/** Describes an evaluation, including `isOutdated`, which needs a query. */
export async function toEvaluationReplyWithStatus(
  db: Transaction,
  projectId: string,
  row: EvaluationRow,
): Promise<Reply> {
  const reply = toEvaluationReply(row)
  if (reply.result === null) return reply
  const isOutdated = await hasEvaluatedDataChangedSince(db, projectId, reply.options, row.createdAt)
  return { ...reply, isOutdated }
}

/** Results that an older version stored in another shape become null. */
export function toEvaluationReply({ options, result, ...row }: EvaluationRow): Reply {
  const { createdAt, finishedAt } = row
  return {
    ...row,
    options: evaluationOptionsField.parse(options),
    result: evaluationResultField.nullable().catch(null).parse(result),
    isOutdated: null,
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  }
}
