import { Prisma } from '@/lib/generated/prisma/client'
import type { Transaction } from '@/lib/platform/server/database'
import type { JobProgress } from './run-job-with-progress'

/**
 * A table of computed results, one row per run: `state`, `attempt`, `read_rows`, `total_rows`, `message`, `finished_at`,
 * `cancel_requested_at` and finally `result`, with the same types as in `agreement_run`.
 */
export interface ResultTableDescription {
  name: Prisma.Sql
  /** The column with the request. */
  requestColumn: Prisma.Sql
  /** Columns of a run `r` and of `joins` that are read besides those of `ResultRow`. */
  columns: Prisma.Sql
  joins: Prisma.Sql
}

export interface ResultsOfProject {
  table: ResultTableDescription
  projectId: string
}

export interface ResultRunKey extends ResultsOfProject {
  id: string
}

/** One attempt of a run. Writes of an earlier attempt are rejected. */
export interface ResultRunAttempt extends ResultRunKey {
  attempt: number
}

const runningRunSql = ({ projectId, id }: ResultRunKey) =>
  Prisma.sql`project_id = ${projectId}::uuid and id = ${id}::uuid and state = 'running'`

const runningAttemptSql = (run: ResultRunAttempt) =>
  Prisma.sql`${runningRunSql(run)} and attempt = ${run.attempt}`

/** Number of results of a project that are kept and listed. */
export const maxStoredResults = 20

/** The id of a running run for this request; null for none. The run can't be cancelled until the transaction ends. */
export async function findRunningResultRunId(
  db: Transaction,
  { table, projectId, request }: ResultsOfProject & { request: object },
): Promise<string | null> {
  const [row] = await db.$queryRaw<{ id: string }[]>`
    select id from ${table.name}
    where project_id = ${projectId}::uuid and state = 'running'
      and ${table.requestColumn} = ${JSON.stringify(request)}::jsonb
    limit 1 for share`
  return row?.id ?? null
}

export async function countRunningResults(
  db: Transaction,
  { table, projectId }: ResultsOfProject,
): Promise<number> {
  const [row] = await db.$queryRaw<[{ count: number }]>`
    select count(*)::int as count from ${table.name} where project_id = ${projectId}::uuid and state = 'running'`
  return row.count
}

export async function insertResultRun(
  db: Transaction,
  { table, projectId, id, attempt }: ResultRunAttempt,
  { userId, request }: { userId: string; request: object },
): Promise<void> {
  await db.$executeRaw`
    insert into ${table.name} (project_id, id, user_id, ${table.requestColumn}, attempt)
    values (${projectId}::uuid, ${id}::uuid, ${userId}::uuid, ${JSON.stringify(request)}::jsonb, ${attempt})`
}

/** Keeps the newest results, as many of the newest runs that failed or were cancelled, and everything that is running. */
export async function deleteOldResultRuns(
  db: Transaction,
  { table, projectId }: ResultsOfProject,
): Promise<void> {
  await db.$executeRaw`
    delete from ${table.name} where project_id = ${projectId}::uuid and id in (
      select id from (
        select id, row_number() over (partition by state = 'done' order by created_at desc, id desc) as rank
        from ${table.name} where project_id = ${projectId}::uuid and state <> 'running'
      ) ended where rank > ${maxStoredResults})`
}

/** Increments the attempt, so that a running job stops. False if there is nothing to cancel. */
export async function markResultRunCancelled(
  db: Transaction,
  run: ResultRunKey,
  message: string,
): Promise<boolean> {
  const changedRows = await db.$executeRaw`
    update ${run.table.name} set state = 'cancelled', attempt = attempt + 1, cancel_requested_at = now(),
      finished_at = now(), message = ${message}
    where ${runningRunSql(run)}`
  return changedRows === 1
}

/** The request of a run; null if the attempt is not the current one or has ended. */
export async function findRequestOfRun(
  db: Transaction,
  run: ResultRunAttempt,
): Promise<{ request: unknown } | null> {
  const [row] = await db.$queryRaw<{ request: unknown }[]>`
    select ${run.table.requestColumn} as request from ${run.table.name} where ${runningAttemptSql(run)}`
  return row ?? null
}

/** False if the attempt is not the current one. */
export async function storeResultProgress(
  db: Transaction,
  run: ResultRunAttempt,
  { readRows, allRows }: JobProgress,
): Promise<boolean> {
  const changedRows = await db.$executeRaw`
    update ${run.table.name} set read_rows = ${readRows}::int, total_rows = ${allRows}::int where ${runningAttemptSql(run)}`
  return changedRows === 1
}

/** Does nothing if the attempt is not the current one. */
export async function storeResultOfRun(
  db: Transaction,
  run: ResultRunAttempt,
  { result, allRows }: { result: object; allRows: number },
): Promise<void> {
  await db.$executeRaw`
    update ${run.table.name} set state = 'done', result = ${JSON.stringify(result)}::jsonb,
      read_rows = ${allRows}::int, total_rows = ${allRows}::int, finished_at = clock_timestamp()
    where ${runningAttemptSql(run)}`
}

export async function markResultRunFailed(
  db: Transaction,
  run: ResultRunAttempt,
  message: string,
): Promise<void> {
  await db.$executeRaw`
    update ${run.table.name} set state = 'failed', message = ${message}, finished_at = now()
    where ${runningAttemptSql(run)}`
}
