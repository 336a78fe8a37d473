import { AppError } from '@/lib/platform/errors'
import type { ReplyOf } from '@/lib/platform/contract'
import type { Transaction } from '@/lib/platform/server/database'
import type { getRegradeContract, listRegradesContract } from '../answers-contract'
import { findRegrade, type RegradePlace, type RegradeRow } from './regrade-rows.sql'

const noSuchRegrade = () => new AppError('not_found', 'There is no such regrade in this project.')

export async function readRegrade(
  db: Transaction,
  place: RegradePlace,
): Promise<ReplyOf<typeof getRegradeContract>> {
  const row = await findRegrade(db, place)
  if (!row) throw noSuchRegrade()
  return { ...describeRegrade(row), firstPairs: row.outcome.firstPairs ?? [] }
}

export function describeRegrade(
  row: RegradeRow,
): ReplyOf<typeof listRegradesContract>['regrades'][number] {
  const { outcome, createdAt, finishedAt, ...said } = row
  return {
    ...said,
    changes: outcome.changes ?? [],
    kept: outcome.kept ?? 0,
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  }
}
