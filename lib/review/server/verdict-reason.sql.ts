import { Prisma } from '@/lib/generated/prisma/client'
import { ofPair } from '../verdict-reasons'

/** As `sayOfPair`, in PostgreSQL. */
export const sayInSql = (note: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(${ofPair}::text || case ${note} when '' then '.' else ': ' || ${note} end)`
