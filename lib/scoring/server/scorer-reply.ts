import { AppError } from '@/lib/platform/errors'
import type { ReplyOf } from '@/lib/platform/contract'
import type { Transaction } from '@/lib/platform/server/database'
import {
  recommendedSolutions,
  type createScorerContract,
  type getScoreRunContract,
  type getScorerVersionContract,
  type listScoreRunsContract,
} from '../contract'
import { type ServerSettings, serverSettingsField } from '../server-settings'
import { listFailures } from './score-rows.sql'
import { findRunRow, type RunKey, type RunRow } from './score-run-rows.sql'
import { findScorerKey } from './scorer-keys'
import {
  findScorerRow,
  findVersionRow,
  listVersionRows,
  type ScorerKey,
  type ScorerRow,
  type VersionKey,
  type VersionRow,
} from './scorer-rows.sql'

const listedVersions = 20
const listedFailures = 20

type ScorerReply = ReplyOf<typeof createScorerContract>
type VersionReply = ReplyOf<typeof getScorerVersionContract>
type RunReply = ReplyOf<typeof listScoreRunsContract>['runs'][number]

export function describeScorer(row: ScorerRow, versions: readonly VersionRow[]): ScorerReply {
  const settings = row.kind === 'server' ? readSettings(row) : null
  return {
    ...{ scorer: row.scorer, name: row.name, kind: row.kind, settings },
    isKeySet: settings === null || settings.key === null ? null : findScorerKey(settings).ok,
    isRetired: row.retiredAt !== null,
    versions: versions.filter(({ scorer }) => scorer === row.scorer).map(describeVersion),
    createdAt: row.createdAt.toISOString(),
  }
}

export const readSettings = ({ settings }: ScorerRow): ServerSettings =>
  serverSettingsField.parse(settings)

export function describeVersion({
  scorer: _,
  createdAt,
  finishedAt,
  ...fields
}: VersionRow): VersionReply {
  return {
    ...fields,
    knowsLittle: (fields.solutions ?? 0) < recommendedSolutions,
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  }
}

export function describeRun({ createdAt, finishedAt, ...fields }: RunRow): RunReply {
  return {
    ...fields,
    createdAt: createdAt.toISOString(),
    // The job counts the solutions when it starts.
    startedAt: fields.allRows === null ? null : createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  }
}

export function listVersions(db: Transaction, projectId: string): Promise<VersionRow[]> {
  return listVersionRows(db, projectId, listedVersions)
}

/** @throws AppError `not_found` */
export async function getScorerRow(db: Transaction, key: ScorerKey): Promise<ScorerRow> {
  const row = await findScorerRow(db, key)
  if (!row) throw new AppError('not_found', 'Scorer not found in this project.')
  return row
}

export async function readScorer(db: Transaction, key: ScorerKey): Promise<ScorerReply> {
  const row = await getScorerRow(db, key)
  return describeScorer(row, await listVersions(db, key.projectId))
}

export async function readVersion(db: Transaction, key: VersionKey): Promise<VersionReply> {
  const row = await findVersionRow(db, key)
  if (!row) throw new AppError('not_found', 'Scorer version not found in this project.')
  return describeVersion(row)
}

/** @throws AppError `not_found` */
export async function getRunRow(db: Transaction, key: RunKey): Promise<RunRow> {
  const row = await findRunRow(db, key)
  if (!row) throw new AppError('not_found', 'Score run not found in this project.')
  return row
}

export async function readRun(
  db: Transaction,
  key: RunKey,
): Promise<ReplyOf<typeof getScoreRunContract>> {
  const row = await getRunRow(db, key)
  const failures = row.failedRows === 0 ? [] : await listFailures(db, key, listedFailures)
  return { ...describeRun(row), failures }
}
