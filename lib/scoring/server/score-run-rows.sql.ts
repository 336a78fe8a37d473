import type { JobWaitReason } from '@/lib/jobs/job-wait-reason'
import { waitingForColumnSql } from '@/lib/jobs/server/waiting-for.sql'
import { Prisma } from '@/lib/generated/prisma/client'
import type { JobState, ScorerKind } from '@/lib/generated/prisma/enums'
import type { Transaction } from '@/lib/platform/server/database'

export interface RunKey {
  projectId: string
  runId: string
}

/** One attempt of a run. Writes of an earlier attempt are rejected. */
export interface RunAttempt extends RunKey {
  attempt: number
}

export type ScoreScope = 'all' | 'unlabelled'

export interface RunRow {
  run: string
  number: number
  scorer: string
  scorerName: string
  kind: ScorerKind
  version: number | null
  model: string
  takes: ScoreScope
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

const columns = Prisma.sql`r.id as run, r.number, r.scorer_id as scorer, c.name as "scorerName", c.kind::text,
  r.version, r.model, r.scope as takes, r.state::text, ${waitingForColumnSql(Prisma.sql`r.state = 'running' and c.kind <> 'imported'`)}, r.message, u.name as by, r.done_rows as "doneRows", r.reused_rows as "reusedRows",
  r.failed_rows as "failedRows", r.total_rows as "allRows", r.created_at as "createdAt", r.finished_at as "finishedAt"`

const rows = Prisma.sql`score_run r join app_user u on u.id = r.user_id
  join scorer c on c.project_id = r.project_id and c.id = r.scorer_id`

const isRun = ({ projectId, runId }: RunKey) =>
  Prisma.sql`project_id = ${projectId}::uuid and id = ${runId}::uuid`

const isAttempt = ({ attempt, ...key }: RunAttempt) =>
  Prisma.sql`${isRun(key)} and attempt = ${attempt} and state = 'running'`

export async function findRunRow(
  db: Transaction,
  { projectId, runId }: RunKey,
): Promise<RunRow | null> {
  const [row] = await db.$queryRaw<RunRow[]>`
    select ${columns} from ${rows} where r.project_id = ${projectId}::uuid and r.id = ${runId}::uuid`
  return row ?? null
}

/** Newest first. */
export function listRunRows(db: Transaction, projectId: string, count: number): Promise<RunRow[]> {
  return db.$queryRaw<RunRow[]>`
    select ${columns} from ${rows} where r.project_id = ${projectId}::uuid order by r.number desc limit ${count}`
}

export interface NewRun {
  scorerId: string
  version: number | null
  model: string
  scope: ScoreScope
  userId: string
}

/** Inserts a run with the next number. Concurrent calls wait for each other. */
export async function insertRun(
  db: Transaction,
  { projectId, runId, attempt }: RunAttempt,
  { scorerId, version, model, scope, userId }: NewRun,
): Promise<void> {
  await db.$queryRaw`select id from project where id = ${projectId}::uuid for no key update`
  await db.$executeRaw`
    insert into score_run (project_id, id, number, scorer_id, version, model, scope, user_id, attempt)
    select ${projectId}::uuid, ${runId}::uuid, coalesce(max(number), 0) + 1, ${scorerId}::uuid, ${version}::int, ${model},
      ${scope}, ${userId}::uuid, ${attempt}
    from score_run where project_id = ${projectId}::uuid`
}

/** Increments the attempt, so that a running job stops. Stored scores are kept. False if it is not running. */
export async function cancelRun(db: Transaction, key: RunKey, message: string): Promise<boolean> {
  const changedRows = await db.$executeRaw`
    update score_run set state = 'cancelled', attempt = attempt + 1, cancel_requested_at = now(), finished_at = now(),
      message = ${message}
    where ${isRun(key)} and state = 'running'`
  return changedRows === 1
}

/** Returns the attempt; null if it is already running. */
export async function restartScoreRun(db: Transaction, key: RunKey): Promise<number | null> {
  const [row] = await db.$queryRaw<{ attempt: number }[]>`
    update score_run set state = 'running', attempt = attempt + 1, cancel_requested_at = null, finished_at = null,
      message = null
    where ${isRun(key)} and state <> 'running'
    returning attempt`
  return row?.attempt ?? null
}

/** The settings of a run. */
export interface RunningRun {
  kind: ScorerKind
  settings: unknown
  scope: ScoreScope
  scorerId: string
  version: number | null
}

/** Null if the attempt is not the current one or has ended. */
export async function findRunningRun(db: Transaction, run: RunAttempt): Promise<RunningRun | null> {
  const [row] = await db.$queryRaw<RunningRun[]>`
    select c.kind::text, c.settings, r.scope, r.version, c.id as "scorerId"
    from (select * from score_run where ${isAttempt(run)}) r
      join scorer c on c.project_id = r.project_id and c.id = r.scorer_id`
  return row ?? null
}

export async function isCurrent(db: Transaction, run: RunAttempt): Promise<boolean> {
  const match = await db.$queryRaw<unknown[]>`select from score_run where ${isAttempt(run)}`
  return match.length === 1
}

export interface RunCounts {
  done: number
  reused: number
  failed: number
}

/** Call it before inserting the counted rows, in the same transaction. False if they must not be inserted anymore. */
export async function addToRun(
  db: Transaction,
  run: RunAttempt,
  { done, reused, failed }: RunCounts,
): Promise<boolean> {
  const changedRows = await db.$executeRaw`
    update score_run set done_rows = done_rows + ${done}::int, reused_rows = reused_rows + ${reused}::int,
      failed_rows = failed_rows + ${failed}::int
    where ${isAttempt(run)}`
  return changedRows === 1
}

/** Deletes failures, so that they are requested again, and counts done and total rows. False if the attempt is not the current one. */
export async function prepareRun(
  db: Transaction,
  run: RunAttempt,
  scope: ScoreScope,
): Promise<boolean> {
  const { projectId, runId } = run
  // Locked until the end of the transaction, so that only the current attempt deletes failures.
  const current = await db.$queryRaw<unknown[]>`
    select from score_run where ${isAttempt(run)} for no key update`
  if (current.length === 0) return false
  await db.$executeRaw`
    delete from solution_score where project_id = ${projectId}::uuid and run_id = ${runId}::uuid and message is not null`
  await db.$executeRaw`
    update score_run r set failed_rows = 0, reused_rows = least(reused_rows, stored.done),
      done_rows = stored.done, total_rows = stored.done + open.waiting
    from (select count(*)::int as done from solution_score
        where project_id = ${projectId}::uuid and run_id = ${runId}::uuid) stored,
      (select count(*)::int as waiting from solution s
        where ${isInScopeSql(projectId, scope)} and not ${isScoredSql(runId)}) open
    where ${isAttempt(run)}`
  return true
}

/** Whether a run includes solution `s`. */
export const isInScopeSql = (
  projectId: string,
  scope: ScoreScope,
) => Prisma.sql`s.project_id = ${projectId}::uuid
  and cardinality(s.steps) > 0${
    scope === 'all'
      ? Prisma.empty
      : Prisma.sql` and not exists (select from annotation l
      where l.project_id = s.project_id and l.solution_id = s.id and l.state = 'submitted')`
  }`

/** Whether it has a row in the run. */
export const isScoredSql = (runId: string) => Prisma.sql`exists (select from solution_score x
  where x.project_id = s.project_id and x.run_id = ${runId}::uuid and x.solution_id = s.id)`

/** Stores how a run ended. False if the attempt is not the current one. */
export async function endScoreRun(
  db: Transaction,
  run: RunAttempt,
  state: 'done' | 'failed',
  message: string | null,
): Promise<boolean> {
  const changedRows = await db.$executeRaw`
    update score_run set state = ${state}::job_state, message = ${message}, finished_at = now(),
      total_rows = case when ${state} = 'done' then done_rows + failed_rows else total_rows end
    where ${isAttempt(run)}`
  return changedRows === 1
}
