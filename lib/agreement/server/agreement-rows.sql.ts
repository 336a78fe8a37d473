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

export interface AgreementKey {
  projectId: string
  agreementId: string
}

export interface AgreementRunRow {
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

const agreementColumns = Prisma.sql`r.id as agreement, r.state::text, ${waitingForColumnSql(Prisma.sql`r.state = 'running'`)}, r.filters, r.read_rows as "readRows",
  r.total_rows as "allRows", r.message, u.name as by, r.created_at as "createdAt", r.finished_at as "finishedAt"`

const agreementTables = Prisma.sql`agreement_run r join app_user u on u.id = r.user_id`

const hasFiltersSql = (filters: AgreementFilters) =>
  Prisma.sql`filters = ${JSON.stringify(filters)}::jsonb`

export async function findAgreement(
  db: Transaction,
  { projectId, agreementId }: AgreementKey,
): Promise<AgreementRunRow | null> {
  const [row] = await db.$queryRaw<AgreementRunRow[]>`
    select ${agreementColumns}, r.result from ${agreementTables}
    where r.project_id = ${projectId}::uuid and r.id = ${agreementId}::uuid`
  return row ?? null
}

/** The newest finished, failed or cancelled run with exactly these filters. */
export async function findNewestAgreement(
  db: Transaction,
  projectId: string,
  filters: AgreementFilters,
): Promise<AgreementRunRow | null> {
  const [row] = await db.$queryRaw<AgreementRunRow[]>`
    select ${agreementColumns}, r.result from ${agreementTables}
    where r.project_id = ${projectId}::uuid and r.state <> 'running' and r.${hasFiltersSql(filters)}
    order by r.created_at desc, r.id desc limit 1`
  return row ?? null
}

/** Newest first, without results. */
export function listAgreementRunRows(
  db: Transaction,
  projectId: string,
  { filters, count }: { filters: AgreementFilters | null; count: number },
): Promise<AgreementRunRow[]> {
  return db.$queryRaw<AgreementRunRow[]>`
    select ${agreementColumns}, null as result from ${agreementTables}
    where r.project_id = ${projectId}::uuid and ${filters === null ? Prisma.sql`true` : hasFiltersSql(filters)}
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
