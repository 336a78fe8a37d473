import { Prisma } from '@/lib/generated/prisma/client'
import type { JobState } from '@/lib/generated/prisma/enums'
import type { Transaction } from '@/lib/platform/server/database'
import type { JobWaitReason } from '../job-wait-reason'
import {
  maxStoredResults,
  type ResultRunKey,
  type ResultsOfProject,
  type ResultTableDescription,
} from './result-runs.sql'
import { waitingForColumnSql } from './waiting-for.sql'

/** What a row of every table of results has. */
export interface ResultRow {
  state: JobState
  waitingFor: JobWaitReason
  /** Null in lists, and unless the run is done. */
  result: unknown
  readRows: number
  allRows: number | null
  message: string | null
  by: string
  createdAt: Date
  finishedAt: Date | null
}

const selectResultsSql = (
  { name, columns, joins }: ResultTableDescription,
  resultSql: Prisma.Sql,
) => Prisma.sql`
  select ${columns}, r.state::text, ${waitingForColumnSql(Prisma.sql`r.state = 'running'`)}, ${resultSql} as result,
    r.read_rows as "readRows", r.total_rows as "allRows", r.message, u.name as by, r.created_at as "createdAt",
    r.finished_at as "finishedAt"
  from ${name} r join app_user u on u.id = r.user_id ${joins}`

const isRequestSql = ({ requestColumn }: ResultTableDescription, request: object) =>
  Prisma.sql`r.${requestColumn} = ${JSON.stringify(request)}::jsonb`

const storedResultSql = Prisma.sql`r.result`

export async function findResultRow<Row extends ResultRow>(
  db: Transaction,
  { table, projectId, id }: ResultRunKey,
): Promise<Row | null> {
  const [row] = await db.$queryRaw<Row[]>`
    ${selectResultsSql(table, storedResultSql)}
    where r.project_id = ${projectId}::uuid and r.id = ${id}::uuid`
  return row ?? null
}

/** The newest finished, failed or cancelled run with exactly this request. */
export async function findNewestEndedResultRow<Row extends ResultRow>(
  db: Transaction,
  { table, projectId, request }: ResultsOfProject & { request: object },
): Promise<Row | null> {
  const [row] = await db.$queryRaw<Row[]>`
    ${selectResultsSql(table, storedResultSql)}
    where r.project_id = ${projectId}::uuid and r.state <> 'running' and ${isRequestSql(table, request)}
    order by r.created_at desc, r.id desc limit 1`
  return row ?? null
}

/** Newest first, without results. If `request` is null, runs of all requests. */
export function listResultRows<Row extends ResultRow>(
  db: Transaction,
  { table, projectId, request }: ResultsOfProject & { request: object | null },
): Promise<Row[]> {
  return db.$queryRaw<Row[]>`
    ${selectResultsSql(table, Prisma.sql`null`)}
    where r.project_id = ${projectId}::uuid and ${request === null ? Prisma.sql`true` : isRequestSql(table, request)}
    order by r.created_at desc, r.id desc limit ${maxStoredResults}`
}
