import { Prisma } from '@/lib/generated/prisma/client'
import type { JobState, ScorerKind } from '@/lib/generated/prisma/enums'
import type { JobWaitReason } from '@/lib/jobs/job-wait-reason'
import { waitingForColumnSql } from '@/lib/jobs/server/waiting-for.sql'
import type { Transaction } from '@/lib/platform/server/database'
import { lockProject } from '@/lib/platform/server/lock-project.sql'
import type { ScorerMetrics } from '../held-out-metrics'
import { maxCountedSolutions } from '../max-counted'

export interface ScorerRowKey {
  projectId: string
  scorerId: string
}

export interface ScorerVersionKey extends ScorerRowKey {
  version: number
}

/** One attempt of a training. Writes of an earlier attempt are rejected. */
export interface TrainingAttempt extends ScorerVersionKey {
  attempt: number
}

export interface ScorerRow {
  scorer: string
  name: string
  kind: ScorerKind
  settings: unknown
  retiredAt: Date | null
  createdAt: Date
}

export interface ScorerVersionRow {
  scorer: string
  version: number
  state: JobState
  waitingFor: JobWaitReason
  message: string | null
  by: string
  seed: number
  algorithm: string | null
  solutions: number | null
  steps: number | null
  readRows: number
  allRows: number | null
  metrics: ScorerMetrics | null
  createdAt: Date
  finishedAt: Date | null
}

const scorerColumns = Prisma.sql`c.id as scorer, c.name, c.kind::text, c.settings, c.retired_at as "retiredAt",
  c.created_at as "createdAt"`

const versionColumns = Prisma.sql`v.scorer_id as scorer, v.version, v.state::text, ${waitingForColumnSql(Prisma.sql`v.state = 'running'`)}, v.message, u.name as by, v.seed,
  v.algorithm, v.solutions, v.steps, v.read_rows as "readRows", v.total_rows as "allRows", v.metrics,
  v.created_at as "createdAt", v.finished_at as "finishedAt"`

const versionTables = Prisma.sql`scorer_version v join app_user u on u.id = v.user_id`

const runningAttemptSql = ({
  projectId,
  scorerId,
  version,
  attempt,
}: TrainingAttempt) => Prisma.sql`
  project_id = ${projectId}::uuid and scorer_id = ${scorerId}::uuid and version = ${version} and attempt = ${attempt}
  and state = 'running'`

/** Active scorers first; among them and among the retired, model servers last; then by name. */
export function listScorerRows(db: Transaction, projectId: string): Promise<ScorerRow[]> {
  return db.$queryRaw<ScorerRow[]>`
    select ${scorerColumns} from scorer c where c.project_id = ${projectId}::uuid
    order by c.retired_at is not null, c.kind = 'server', c.name`
}

export async function findScorerRow(
  db: Transaction,
  { projectId, scorerId }: ScorerRowKey,
): Promise<ScorerRow | null> {
  const [row] = await db.$queryRaw<ScorerRow[]>`
    select ${scorerColumns} from scorer c
    where c.project_id = ${projectId}::uuid and c.id = ${scorerId}::uuid`
  return row ?? null
}

/** Newest first, without weights, with a limit per scorer. */
export function listScorerVersionRows(
  db: Transaction,
  projectId: string,
  count: number,
): Promise<ScorerVersionRow[]> {
  return db.$queryRaw<ScorerVersionRow[]>`
    select ${versionColumns} from ${versionTables}
    where v.project_id = ${projectId}::uuid
      and v.version > (select max(n.version) from scorer_version n
        where n.project_id = v.project_id and n.scorer_id = v.scorer_id) - ${count}::int
    order by v.version desc`
}

export async function findScorerVersionRow(
  db: Transaction,
  { projectId, scorerId, version }: ScorerVersionKey,
): Promise<ScorerVersionRow | null> {
  const [row] = await db.$queryRaw<ScorerVersionRow[]>`
    select ${versionColumns} from ${versionTables}
    where v.project_id = ${projectId}::uuid and v.scorer_id = ${scorerId}::uuid and v.version = ${version}`
  return row ?? null
}

/** The newest trained version; null if there is none. */
export async function findNewestTrainedVersion(
  db: Transaction,
  { projectId, scorerId }: ScorerRowKey,
): Promise<number | null> {
  const [row] = await db.$queryRaw<[{ version: number | null }]>`
    select max(version) as version from scorer_version
    where project_id = ${projectId}::uuid and scorer_id = ${scorerId}::uuid and state = 'done'`
  return row.version
}

/** Idempotent. */
export async function retireScorerRow(
  db: Transaction,
  { projectId, scorerId }: ScorerRowKey,
): Promise<void> {
  await db.$executeRaw`
    update scorer set retired_at = now()
    where project_id = ${projectId}::uuid and id = ${scorerId}::uuid and retired_at is null`
}

/** Counts of the project, each up to a limit. */
export async function countSolutionsAndImportedScores(
  db: Transaction,
  projectId: string,
): Promise<{ solutions: number; withImportedScores: number }> {
  const [row] = await db.$queryRaw<[{ solutions: number; withImportedScores: number }]>`
    select
      (select count(*)::int from (select from solution
        where project_id = ${projectId}::uuid limit ${maxCountedSolutions + 1}) s) as solutions,
      (select count(*)::int from (select from solution
        where project_id = ${projectId}::uuid and (score is not null or step_scores is not null)
        limit ${maxCountedSolutions + 1}) s) as "withImportedScores"`
  return row
}

/** Finds or creates the project's embedded scorer, and restores a retired one. Concurrent calls wait for each other. */
export async function findOrCreateEmbeddedScorer(
  db: Transaction,
  projectId: string,
  { id, name, userId }: { id: string; name: string; userId: string },
): Promise<string> {
  await lockProject(db, projectId)
  const [row] = await db.$queryRaw<{ id: string }[]>`
    update scorer set retired_at = null where project_id = ${projectId}::uuid and kind = 'embedded' returning id`
  if (row) return row.id
  await db.$executeRaw`
    insert into scorer (project_id, id, name, kind, user_id)
    values (${projectId}::uuid, ${id}::uuid, ${name}, 'embedded', ${userId}::uuid)`
  return id
}

/** Returns the number of the version; null if one is already in training. Requires the lock of the project's row. */
export async function insertScorerVersion(
  db: Transaction,
  { projectId, scorerId }: ScorerRowKey,
  { seed, userId, attempt }: { seed: number; userId: string; attempt: number },
): Promise<number | null> {
  const [row] = await db.$queryRaw<{ version: number }[]>`
    insert into scorer_version (project_id, scorer_id, version, seed, user_id, attempt)
    select ${projectId}::uuid, ${scorerId}::uuid, coalesce(max(version), 0) + 1, ${seed}, ${userId}::uuid, ${attempt}
    from scorer_version where project_id = ${projectId}::uuid and scorer_id = ${scorerId}::uuid
    having coalesce(bool_and(state <> 'running'), true)
    returning version`
  return row?.version ?? null
}

/** False if it is not running. */
export async function cancelTrainingRun(
  db: Transaction,
  { projectId, scorerId, version }: ScorerVersionKey,
  message: string,
): Promise<boolean> {
  const changedRows = await db.$executeRaw`
    update scorer_version set state = 'cancelled', attempt = attempt + 1, cancel_requested_at = now(), finished_at = now(),
      message = ${message}
    where project_id = ${projectId}::uuid and scorer_id = ${scorerId}::uuid and version = ${version}
      and state = 'running'`
  return changedRows === 1
}

/** Null if the attempt has ended or was replaced. */
export async function findActiveTraining(
  db: Transaction,
  training: TrainingAttempt,
): Promise<{ seed: number } | null> {
  const [row] = await db.$queryRaw<{ seed: number }[]>`
    select seed from scorer_version where ${runningAttemptSql(training)}`
  return row ?? null
}

/** False if the attempt has ended or was replaced. */
export async function setTrainingProgress(
  db: Transaction,
  training: TrainingAttempt,
  { readRows, allRows }: { readRows: number; allRows: number | null },
): Promise<boolean> {
  const changedRows = await db.$executeRaw`
    update scorer_version set read_rows = ${readRows}::int, total_rows = ${allRows}::int where ${runningAttemptSql(training)}`
  return changedRows === 1
}

export interface TrainedVersion {
  algorithm: string
  solutions: number
  steps: number
  metrics: ScorerMetrics
  weights: Uint8Array<ArrayBuffer>
}

/** False if the attempt has ended or was replaced. */
export async function completeTraining(
  db: Transaction,
  training: TrainingAttempt,
  { algorithm, solutions, steps, metrics, weights }: TrainedVersion,
): Promise<boolean> {
  const changedRows = await db.$executeRaw`
    update scorer_version set state = 'done', algorithm = ${algorithm}, solutions = ${solutions}, steps = ${steps},
      metrics = ${JSON.stringify(metrics)}::jsonb, weights = ${weights}::bytea, read_rows = coalesce(total_rows, read_rows),
      finished_at = now(), message = null
    where ${runningAttemptSql(training)}`
  return changedRows === 1
}

export async function failTraining(
  db: Transaction,
  training: TrainingAttempt,
  message: string,
): Promise<void> {
  await db.$executeRaw`
    update scorer_version set state = 'failed', message = ${message}, finished_at = now() where ${runningAttemptSql(training)}`
}
