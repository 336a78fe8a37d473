import type { ReplyOf } from '@/lib/platform/contract'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import {
  minRecommendedTrainingSolutions,
  type createScorerContract,
  type getScoreRunContract,
  type getScorerVersionContract,
  type listScoreRunsContract,
} from '../contract'
import { scorerMetricsField } from '../held-out-metrics'
import { type ModelServerSettings, modelServerSettingsField } from '../model-server-settings'
import { countScoreFailuresByMessage } from './score-rows.sql'
import { getScoreRunRow, type ScoreRunKey, type ScoreRunRow } from './score-run-rows.sql'
import { findScorerApiKey } from './scorer-api-keys'
import {
  findScorerRow,
  findScorerVersionRow,
  listScorerVersionRows,
  type ScorerRowKey,
  type ScorerRow,
  type ScorerVersionKey,
  type ScorerVersionRow,
} from './scorer-rows.sql'

const listedVersions = 20
const listedFailures = 20

type ScorerReply = ReplyOf<typeof createScorerContract>
type VersionReply = ReplyOf<typeof getScorerVersionContract>
type RunReply = ReplyOf<typeof listScoreRunsContract>['runs'][number]

export function toScorerReply(row: ScorerRow, versions: readonly ScorerVersionRow[]): ScorerReply {
  const settings = row.kind === 'server' ? getModelServerSettings(row) : null
  return {
    scorer: row.scorer,
    name: row.name,
    kind: row.kind,
    settings,
    isKeySet: settings === null || settings.key === null ? null : findScorerApiKey(settings).ok,
    isRetired: row.retiredAt !== null,
    versions: versions.filter(({ scorer }) => scorer === row.scorer).map(toScorerVersionReply),
    createdAt: row.createdAt.toISOString(),
  }
}

export const getModelServerSettings = ({ settings }: ScorerRow): ModelServerSettings =>
  modelServerSettingsField.parse(settings)

export function toScorerVersionReply({
  scorer: _,
  createdAt,
  finishedAt,
  ...fields
}: ScorerVersionRow): VersionReply {
  return {
    ...fields,
    // Metrics that an older Stepmark stored in another shape become null.
    metrics: scorerMetricsField.nullable().catch(null).parse(fields.metrics),
    hasFewLabels: (fields.solutions ?? 0) < minRecommendedTrainingSolutions,
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  }
}

export function toScoreRunReply({ createdAt, finishedAt, ...fields }: ScoreRunRow): RunReply {
  return {
    ...fields,
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  }
}

export function listScorerVersions(
  db: Transaction,
  projectId: string,
): Promise<ScorerVersionRow[]> {
  return listScorerVersionRows(db, projectId, listedVersions)
}

/** @throws AppError `not_found` */
export async function getScorerRow(db: Transaction, key: ScorerRowKey): Promise<ScorerRow> {
  const row = await findScorerRow(db, key)
  if (!row) throw new AppError('not_found', 'Scorer not found in this project.')
  return row
}

export async function readScorer(db: Transaction, key: ScorerRowKey): Promise<ScorerReply> {
  const row = await getScorerRow(db, key)
  return toScorerReply(row, await listScorerVersions(db, key.projectId))
}

export async function readScorerVersion(
  db: Transaction,
  key: ScorerVersionKey,
): Promise<VersionReply> {
  const row = await findScorerVersionRow(db, key)
  if (!row) throw new AppError('not_found', 'Scorer version not found in this project.')
  return toScorerVersionReply(row)
}

export async function getScoreRunReply(
  db: Transaction,
  key: ScoreRunKey,
): Promise<ReplyOf<typeof getScoreRunContract>> {
  const row = await getScoreRunRow(db, key)
  const failures =
    row.failedRows === 0 ? [] : await countScoreFailuresByMessage(db, key, listedFailures)
  return { ...toScoreRunReply(row), failures }
}
