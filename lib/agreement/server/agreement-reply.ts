import { findResultRow } from '@/lib/jobs/server/result-rows.sql'
import type { ReplyOf } from '@/lib/platform/contract'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import { type AgreementFilters, agreementFiltersField } from '../agreement-filters'
import {
  type AgreementResult,
  agreementComputationResultField,
  type getAgreementContract,
  newAnnotationCountLimit,
} from '../contract'
import { agreementResultTable, type AgreementRunRow } from './agreement-rows.sql'
import { countNewAnnotations, countReopenedAnnotations } from './comparable-annotations.sql'

type Reply = ReplyOf<typeof getAgreementContract>

export async function readAgreementReply(
  db: Transaction,
  projectId: string,
  id: string,
): Promise<Reply> {
  const runKey = { table: agreementResultTable, projectId, id }
  const row = await findResultRow<AgreementRunRow>(db, runKey)
  if (!row) throw new AppError('not_found', 'Computation not found in this project.')
  return toAgreementReplyWithChanges(db, projectId, row)
}

/** Includes the changes since the result, which take queries. */
export async function toAgreementReplyWithChanges(
  db: Transaction,
  projectId: string,
  row: AgreementRunRow,
): Promise<Reply> {
  const reply = toAgreementReply(row)
  const { result, filters } = reply
  if (result === null) return reply
  const changes = await countAnnotationsChangedSinceAgreement(db, projectId, filters, result)
  const isOutdated = changes.newAnnotations > 0 || changes.reopened > 0
  return { ...reply, ...changes, isOutdated }
}

/** How outdated a result is: annotations that its filters would add or drop now. */
export async function countAnnotationsChangedSinceAgreement(
  db: Transaction,
  projectId: string,
  filters: AgreementFilters,
  { sample, asOf }: Pick<AgreementResult, 'sample' | 'asOf'>,
): Promise<{ newAnnotations: number; reopened: number }> {
  const selection = { filters: { ...filters, sample }, asOf, limit: newAnnotationCountLimit }
  return {
    newAnnotations: await countNewAnnotations(db, projectId, selection),
    reopened: await countReopenedAnnotations(db, projectId, selection),
  }
}

/** Results stored in an older format become null, because they can be computed again. */
export function toAgreementReply({ filters, result, ...row }: AgreementRunRow): Reply {
  const { createdAt, finishedAt } = row
  return {
    ...row,
    filters: agreementFiltersField.parse(filters),
    result: agreementComputationResultField.nullable().catch(null).parse(result),
    isOutdated: null,
    newAnnotations: null,
    reopened: null,
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  }
}
