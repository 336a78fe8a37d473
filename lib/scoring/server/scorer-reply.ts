import { AppError } from '@/lib/platform/errors'
import type { ReplyOf } from '@/lib/platform/contract'
import type { Transaction } from '@/lib/platform/server/database'
import {
  coldStartSolutions,
  type createScorerContract,
  type getScoreRunContract,
  type getScorerVersionContract,
  type listScoreRunsContract,
} from '../contract'
import { type ServerSettings, serverSettingsField } from '../server-settings'
import { listFailures } from './score-rows.sql'
import { findRunRow, type RunPlace, type RunRow } from './score-run-rows.sql'
import { findScorerKey } from './scorer-keys'
import {
  findScorerRow,
  findVersionRow,
  listVersionRows,
  type ScorerPlace,
  type ScorerRow,
  type VersionPlace,
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
  ...said
}: VersionRow): VersionReply {
  return {
    ...said,
    knowsLittle: (said.solutions ?? 0) < coldStartSolutions,
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  }
}

export function describeRun({ createdAt, finishedAt, ...said }: RunRow): RunReply {
  return {
    ...said,
    createdAt: createdAt.toISOString(),
    // It counts what there is to do as soon as it begins.
    startedAt: said.allRows === null ? null : createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  }
}

export function listVersions(db: Transaction, projectId: string): Promise<VersionRow[]> {
  return listVersionRows(db, projectId, listedVersions)
}

/** @throws AppError `not_found` */
export async function getScorerRow(db: Transaction, place: ScorerPlace): Promise<ScorerRow> {
  const row = await findScorerRow(db, place)
  if (!row) throw new AppError('not_found', 'There is no such scorer in this project.')
  return row
}

export async function readScorer(db: Transaction, place: ScorerPlace): Promise<ScorerReply> {
  const row = await getScorerRow(db, place)
  return describeScorer(row, await listVersions(db, place.projectId))
}

export async function readVersion(db: Transaction, place: VersionPlace): Promise<VersionReply> {
  const row = await findVersionRow(db, place)
  if (!row) throw new AppError('not_found', 'There is no such version of a scorer in this project.')
  return describeVersion(row)
}

/** @throws AppError `not_found` */
export async function getRunRow(db: Transaction, place: RunPlace): Promise<RunRow> {
  const row = await findRunRow(db, place)
  if (!row) throw new AppError('not_found', 'There is no such score run in this project.')
  return row
}

export async function readRun(
  db: Transaction,
  place: RunPlace,
): Promise<ReplyOf<typeof getScoreRunContract>> {
  const row = await getRunRow(db, place)
  const failures = row.failedRows === 0 ? [] : await listFailures(db, place, listedFailures)
  return { ...describeRun(row), failures }
}
