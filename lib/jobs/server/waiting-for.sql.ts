import { Prisma } from '@/lib/generated/prisma/client'
import type { Transaction } from '@/lib/platform/server/database'
import type { JobWaitReason } from '../job-wait-reason'

/** SQL column `waitingFor` of a job. */
export const waitingForColumnSql = (isUnfinished: Prisma.Sql) =>
  Prisma.sql`waiting_for(${isUnfinished}) as "waitingFor"`

export async function readJobWaitReason(
  db: Transaction,
  isUnfinished: boolean,
): Promise<JobWaitReason> {
  if (!isUnfinished) return null
  const [row] = await db.$queryRaw<[{ waitingFor: JobWaitReason }]>`
    select ${waitingForColumnSql(Prisma.sql`true`)}`
  return row.waitingFor
}
