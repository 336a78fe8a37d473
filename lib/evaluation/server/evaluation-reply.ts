import { findResultRow } from '@/lib/jobs/server/result-rows.sql'
import type { ReplyOf } from '@/lib/platform/contract'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import {
  evaluationOptionsField,
  evaluationResultField,
  type getEvaluationContract,
} from '../contract'
import {
  evaluationResultTable,
  type EvaluationRow,
  hasEvaluatedDataChangedSince,
} from './evaluation-rows.sql'

type Reply = ReplyOf<typeof getEvaluationContract>

export async function readEvaluationReply(
  db: Transaction,
  projectId: string,
  id: string,
): Promise<Reply> {
  const runKey = { table: evaluationResultTable, projectId, id }
  const row = await findResultRow<EvaluationRow>(db, runKey)
  if (!row) throw new AppError('not_found', 'No such evaluation in this project.')
  return toEvaluationReplyWithStatus(db, projectId, row)
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
