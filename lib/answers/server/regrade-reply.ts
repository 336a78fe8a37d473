import type { ReplyOf } from '@/lib/platform/contract'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import type { getRegradeContract, listRegradesContract } from '../contract'
import { findRegrade, type RegradeKey, type RegradeRow } from './regrade-rows.sql'

const makeRegradeNotFoundError = () =>
  new AppError('not_found', 'Regrade not found in this project.')

export async function readRegradeReply(
  db: Transaction,
  regradeKey: RegradeKey,
): Promise<ReplyOf<typeof getRegradeContract>> {
  const row = await findRegrade(db, regradeKey)
  if (!row) throw makeRegradeNotFoundError()
  return { ...toRegradeReply(row), firstPairs: row.outcome.firstPairs ?? [] }
}

export function toRegradeReply(
  row: RegradeRow,
): ReplyOf<typeof listRegradesContract>['regrades'][number] {
  const { outcome, createdAt, finishedAt, ...fields } = row
  return {
    ...fields,
    changes: outcome.changes ?? [],
    unchanged: outcome.unchanged ?? 0,
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  }
}
