import type { ReplyOf } from '@/lib/platform/contract'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import {
  type AgreementResult,
  agreementResultField,
  type getAgreementContract,
  mostCountedSince,
} from '../agreement-contract'
import { type AgreementFilters, agreementFiltersField } from '../agreement-filters'
import { countNewAnnotations, countTakenBack } from './agreed-annotations.sql'
import { type AgreementPlace, type AgreementRow, findAgreement } from './agreement-rows.sql'

type Reply = ReplyOf<typeof getAgreementContract>

export async function readAgreement(db: Transaction, place: AgreementPlace): Promise<Reply> {
  const row = await findAgreement(db, place)
  if (!row) throw new AppError('not_found', 'There is no such computation in this project.')
  const reply = describeAgreement(row)
  const { result, filters } = reply
  if (result === null) return reply
  return { ...reply, ...(await countSince(db, place.projectId, filters, result)) }
}

/** By how much a result has grown old: what its filters would take now, and take no more. */
export async function countSince(
  db: Transaction,
  projectId: string,
  filters: AgreementFilters,
  { sample, asOf }: Pick<AgreementResult, 'sample' | 'asOf'>,
): Promise<{ newAnnotations: number; takenBack: number }> {
  const which = { filters: { ...filters, sample }, asOf, most: mostCountedSince }
  return {
    newAnnotations: await countNewAnnotations(db, projectId, which),
    takenBack: await countTakenBack(db, projectId, which),
  }
}

/** A result of an older shape is not shown: it can be worked out again. */
export function describeAgreement({ filters, result, ...row }: AgreementRow): Reply {
  const { createdAt, finishedAt } = row
  return {
    ...row,
    filters: agreementFiltersField.parse(filters),
    result: agreementResultField.nullable().catch(null).parse(result),
    ...{ newAnnotations: null, takenBack: null },
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  }
}
