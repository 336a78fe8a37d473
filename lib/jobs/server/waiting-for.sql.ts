import { Prisma } from '@/lib/generated/prisma/client'
import type { Transaction } from '@/lib/platform/server/database'
import type { WaitingFor } from '../waiting-for'

/** SQL column `waitingFor` of a job. */
export const waitingForSql = (isUnfinished: Prisma.Sql) =>
  Prisma.sql`waiting_for(${isUnfinished}) as "waitingFor"`

export async function readWaitingFor(db: Transaction, isUnfinished: boolean): Promise<WaitingFor> {
  if (!isUnfinished) return null
  const [row] = await db.$queryRaw<[{ waitingFor: WaitingFor }]>`
    select ${waitingForSql(Prisma.sql`true`)}`
  return row.waitingFor
}
