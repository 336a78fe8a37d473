import { Prisma } from '@/lib/generated/prisma/client'
import type { JobState, ScorerKind } from '@/lib/generated/prisma/enums'
import type { JobWaitReason } from '@/lib/jobs/job-wait-reason'
import { waitingForColumnSql } from '@/lib/jobs/server/waiting-for.sql'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import { lockProject } from '@/lib/platform/server/lock-project.sql'

export interface ScoreRunKey {
  projectId: string
  runId: string
}

/** One attempt of a run. Writes of an earlier attempt are rejected. */
export interface ScoreRunAttempt extends ScoreRunKey {
  attempt: number
}

export type ScoreScope = 'all' | 'unlabelled'

export interface ScoreRunRow {
  run: string
  number: number
  scorer: string
  scorerName: string
  kind: ScorerKind
  version: number | null
  model: string
  scope: ScoreScope
  state: JobState
  waitingFor: JobWaitReason
  message: string | null
  by: string
  doneRows: number
  reusedRows: number
  failedRows: number
  allRows: number | null
  createdAt: Date
  finishedAt: Date | null
}

const scoreRunColumns = Prisma.sql`r.id as run, r.number, r.scorer_id as scorer, c.name as "scorerName", c.kind::text,
  r.version, r.model, r.scope, r.state::text, ${waitingForColumnSql(Prisma.sql`r.state = 'running' and c.kind <> 'imported'`)}, r.message, u.name as by, r.done_rows as "doneRows", r.reused_rows as "reusedRows",
  r.failed_rows as "failedRows", r.total_rows as "allRows", r.created_at as "createdAt", r.finished_at as "finishedAt"`

const scoreRunTables = Prisma.sql`score_run r join app_user u on u.id = r.user_id
  join scorer c on c.project_id = r.project_id and c.id = r.scorer_id`

const runSql = ({ projectId, runId }: ScoreRunKey) =>
  Prisma.sql`project_id = ${projectId}::uuid and id = ${runId}::uuid`

const runningAttemptSql = ({ attempt, ...key }: ScoreRunAttempt) =>
  Prisma.sql`${runSql(key)} and attempt = ${attempt} and state = 'running'`

export async function findScoreRunRow(
  db: Transaction,
  { projectId, runId }: ScoreRunKey,
): Promise<ScoreRunRow | null> {
  const [row] = await db.$queryRaw<ScoreRunRow[]>`
    select ${scoreRunColumns} from ${scoreRunTables} where r.project_id = ${projectId}::uuid and r.id = ${runId}::uuid`
  return row ?? null
}

/** @throws AppError `not_found` */
export async function getScoreRunRow(db: Transaction, key: ScoreRunKey): Promise<ScoreRunRow> {
  const row = await findScoreRunRow(db, key)
  if (!row) throw new AppError('not_found', 'Score run not found in this project.')
  return row
}

/** Newest first. */
export function listScoreRunRows(
  db: Transaction,
  projectId: string,
  count: number,
): Promise<ScoreRunRow[]> {
  return db.$queryRaw<ScoreRunRow[]>`
    select ${scoreRunColumns} from ${scoreRunTables} where r.project_id = ${projectId}::uuid order by r.number desc limit ${count}`
}

export interface NewScoreRun {
  scorerId: string
  version: number | null
  model: string
  scope: ScoreScope
  userId: string
}

/** Inserts a run with the next number. Concurrent calls wait for each other. */
export async function insertScoreRun(
  db: Transaction,
  { projectId, runId, attempt }: ScoreRunAttempt,
  { scorerId, version, model, scope, userId }: NewScoreRun,
): Promise<void> {
  await lockProject(db, projectId)
  await db.$executeRaw`
    insert into score_run (project_id, id, number, scorer_id, version, model, scope, user_id, attempt)
    select ${projectId}::uuid, ${runId}::uuid, coalesce(max(number), 0) + 1, ${scorerId}::uuid, ${version}::int, ${model},
      ${scope}, ${userId}::uuid, ${attempt}
    from score_run where project_id = ${projectId}::uuid`
}

/** Increments the attempt, so that a running job stops. Stored scores are kept. False if it is not running. */
export async function cancelRunningScoreRun(
  db: Transaction,
  key: ScoreRunKey,
  message: string,
): Promise<boolean> {
  const changedRows = await db.$executeRaw`
    update score_run set state = 'cancelled', attempt = attempt + 1, cancel_requested_at = now(), finished_at = now(),
      message = ${message}
    where ${runSql(key)} and state = 'running'`
  return changedRows === 1
}

/** Returns the new attempt; null if the run is already running. */
export async function restartScoreRun(db: Transaction, key: ScoreRunKey): Promise<number | null> {
  const [row] = await db.$queryRaw<{ attempt: number }[]>`
    update score_run set state = 'running', attempt = attempt + 1, cancel_requested_at = null, finished_at = null,
      message = null
    where ${runSql(key)} and state <> 'running'
    returning attempt`
  return row?.attempt ?? null
}

/** The settings of a run. */
export interface ActiveScoreRun {
  kind: ScorerKind
  settings: unknown
  scope: ScoreScope
  scorerId: string
  version: number | null
}

/** Null if the attempt has ended or was replaced. */
export async function findActiveScoreRun(
  db: Transaction,
  run: ScoreRunAttempt,
): Promise<ActiveScoreRun | null> {
  const [row] = await db.$queryRaw<ActiveScoreRun[]>`
    select c.kind::text, c.settings, r.scope, r.version, c.id as "scorerId"
    from (select * from score_run where ${runningAttemptSql(run)}) r
      join scorer c on c.project_id = r.project_id and c.id = r.scorer_id`
  return row ?? null
}

export async function isCurrentScoreRunAttempt(
  db: Transaction,
  run: ScoreRunAttempt,
): Promise<boolean> {
  const match = await db.$queryRaw<unknown[]>`select from score_run where ${runningAttemptSql(run)}`
  return match.length === 1
}

export interface ScoreRunCounts {
  done: number
  reused: number
  failed: number
}

/** Call it before inserting the counted rows, in the same transaction. False if they must not be inserted anymore. */
export async function addScoreRunCounts(
  db: Transaction,
  run: ScoreRunAttempt,
  { done, reused, failed }: ScoreRunCounts,
): Promise<boolean> {
  const changedRows = await db.$executeRaw`
    update score_run set done_rows = done_rows + ${done}::int, reused_rows = reused_rows + ${reused}::int,
      failed_rows = failed_rows + ${failed}::int
    where ${runningAttemptSql(run)}`
  return changedRows === 1
}

/**
 * Deletes failures, so that they are requested again, and counts done and total rows. False if the attempt has ended or
 * was replaced.
 */
export async function deleteScoreFailuresAndRecount(
  db: Transaction,
  run: ScoreRunAttempt,
  scope: ScoreScope,
): Promise<boolean> {
  const { projectId, runId } = run
  // Locked until the end of the transaction, so that only the current attempt deletes failures.
  const current = await db.$queryRaw<unknown[]>`
    select from score_run where ${runningAttemptSql(run)} for no key update`
  if (current.length === 0) return false
  await db.$executeRaw`
    delete from solution_score where project_id = ${projectId}::uuid and run_id = ${runId}::uuid and message is not null`
  await db.$executeRaw`
    update score_run r set failed_rows = 0, reused_rows = least(reused_rows, stored.done),
      done_rows = stored.done, total_rows = stored.done + open.waiting
    from (select count(*)::int as done from solution_score
        where project_id = ${projectId}::uuid and run_id = ${runId}::uuid) stored,
      (select count(*)::int as waiting from solution s
        where ${isInRunScopeSql(projectId, scope)} and not ${hasRowInScoreRunSql(runId)}) open
    where ${runningAttemptSql(run)}`
  return true
}

/** Whether a run includes solution `s`. */
export const isInRunScopeSql = (
  projectId: string,
  scope: ScoreScope,
) => Prisma.sql`s.project_id = ${projectId}::uuid
  and cardinality(s.steps) > 0${
    scope === 'all'
      ? Prisma.empty
      : Prisma.sql` and not exists (select from annotation l
      where l.project_id = s.project_id and l.solution_id = s.id and l.state = 'submitted')`
  }`

/** Whether solution `s` has a row in the run: scores or a failure. */
export const hasRowInScoreRunSql = (
  runId: string,
) => Prisma.sql`exists (select from solution_score x
  where x.project_id = s.project_id and x.run_id = ${runId}::uuid and x.solution_id = s.id)`

/** Stores how a run ended. False if the attempt has ended or was replaced. */
export async function endScoreRun(
  db: Transaction,
  run: ScoreRunAttempt,
  state: 'done' | 'failed',
  message: string | null,
): Promise<boolean> {
  const changedRows = await db.$executeRaw`
    update score_run set state = ${state}::job_state, message = ${message}, finished_at = now(),
      total_rows = case when ${state} = 'done' then done_rows + failed_rows else total_rows end
    where ${runningAttemptSql(run)}`
  return changedRows === 1
}
