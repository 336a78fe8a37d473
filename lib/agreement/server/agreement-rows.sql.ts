import { Prisma } from '@/lib/generated/prisma/client'
import type { JobState } from '@/lib/generated/prisma/enums'
import type { JobWaitReason } from '@/lib/jobs/job-wait-reason'
import type { ResultTableDescription } from '@/lib/jobs/server/result-runs.sql'
import { waitingForColumnSql } from '@/lib/jobs/server/waiting-for.sql'
import type { Transaction } from '@/lib/platform/server/database'
import type { AgreementFilters } from '../agreement-filters'

export const agreementResultTable: ResultTableDescription = {
  name: Prisma.sql`agreement_run`,
  requestColumn: Prisma.sql`filters`,
}

/** Number of computations of a project that are kept and listed. */
export const maxStoredAgreementRuns = 20

export interface AgreementKey {
  projectId: string
  agreementId: string
}

/** One attempt of a computation. Writes of earlier attempts are ignored. */
export interface AgreementRun extends AgreementKey {
  attempt: number
}

export interface AgreementRow {
  agreement: string
  state: JobState
  waitingFor: JobWaitReason
  filters: unknown
  result: unknown
  readRows: number
  allRows: number | null
  message: string | null
  by: string
  createdAt: Date
  finishedAt: Date | null
}

const columns = Prisma.sql`r.id as agreement, r.state::text, ${waitingForColumnSql(Prisma.sql`r.state = 'running'`)}, r.filters, r.read_rows as "readRows",
  r.total_rows as "allRows", r.message, u.name as by, r.created_at as "createdAt", r.finished_at as "finishedAt"`

const rows = Prisma.sql`agreement_run r join app_user u on u.id = r.user_id`

const hasFilters = (filters: AgreementFilters) =>
  Prisma.sql`filters = ${JSON.stringify(filters)}::jsonb`

export async function findAgreement(
  db: Transaction,
  { projectId, agreementId }: AgreementKey,
): Promise<AgreementRow | null> {
  const [row] = await db.$queryRaw<AgreementRow[]>`
    select ${columns}, r.result from ${rows}
    where r.project_id = ${projectId}::uuid and r.id = ${agreementId}::uuid`
  return row ?? null
}

/** The newest finished, failed or cancelled run with exactly these filters. */
export async function findNewestAgreement(
  db: Transaction,
  projectId: string,
  filters: AgreementFilters,
): Promise<AgreementRow | null> {
  const [row] = await db.$queryRaw<AgreementRow[]>`
    select ${columns}, r.result from ${rows}
    where r.project_id = ${projectId}::uuid and r.state <> 'running' and r.${hasFilters(filters)}
    order by r.created_at desc, r.id desc limit 1`
  return row ?? null
}

/** Newest first, without results. */
export function listAgreementRows(
  db: Transaction,
  projectId: string,
  { filters, count }: { filters: AgreementFilters | null; count: number },
): Promise<AgreementRow[]> {
  return db.$queryRaw<AgreementRow[]>`
    select ${columns}, null as result from ${rows}
    where r.project_id = ${projectId}::uuid and ${filters === null ? Prisma.sql`true` : hasFilters(filters)}
    order by r.created_at desc, r.id desc limit ${count}`
}

/** The filter choices of the newest result. */
export async function findStoredFilterChoices(
  db: Transaction,
  projectId: string,
): Promise<unknown> {
  const [row] = await db.$queryRaw<{ choices: unknown }[]>`
    select result->'choices' as choices from agreement_run
    where project_id = ${projectId}::uuid and state = 'done'
    order by created_at desc, id desc limit 1`
  return row?.choices ?? null
}

/** Running computations. Of two concurrent starts, the second waits here and then sees the first. */
export async function lockRunningAgreements(
  db: Transaction,
  projectId: string,
  filters: AgreementFilters,
): Promise<{ same: string | null; count: number }> {
  await db.$queryRaw`select id from project where id = ${projectId}::uuid for no key update`
  const [row] = await db.$queryRaw<[{ same: string | null; count: number }]>`
    select (array_agg(id) filter (where ${hasFilters(filters)}))[1] as same, count(*)::int as count
    from agreement_run where project_id = ${projectId}::uuid and state = 'running'`
  return row
}

export async function insertAgreement(
  db: Transaction,
  { projectId, agreementId, attempt }: AgreementRun,
  { userId, filters }: { userId: string; filters: AgreementFilters },
): Promise<void> {
  await db.$executeRaw`
    insert into agreement_run (project_id, id, user_id, filters, attempt)
    values (${projectId}::uuid, ${agreementId}::uuid, ${userId}::uuid, ${JSON.stringify(filters)}::jsonb, ${attempt})`
}

/**
 * Keeps the newest results, the newest failure or cancellation, and everything that is running. Returns the number of
 * deleted rows.
 */
export function deleteOldAgreements(db: Transaction, projectId: string): Promise<number> {
  return db.$executeRaw`
    delete from agreement_run where project_id = ${projectId}::uuid and id in (
      select id from (
        select id, row_number() over (partition by state = 'done' order by created_at desc, id desc) as rank
        from agreement_run where project_id = ${projectId}::uuid and state <> 'running'
      ) over where rank > ${maxStoredAgreementRuns})`
}
