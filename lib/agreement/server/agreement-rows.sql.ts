import { Prisma } from '@/lib/generated/prisma/client'
import type { ResultRow } from '@/lib/jobs/server/result-rows.sql'
import type { ResultTableDescription } from '@/lib/jobs/server/result-runs.sql'
import type { Transaction } from '@/lib/platform/server/database'

export const agreementResultTable: ResultTableDescription = {
  name: Prisma.sql`agreement_run`,
  requestColumn: Prisma.sql`filters`,
  columns: Prisma.sql`r.id as agreement, r.filters`,
  joins: Prisma.empty,
}

export interface AgreementRunRow extends ResultRow {
  agreement: string
  filters: unknown
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
