import { Prisma } from '@/lib/generated/prisma/client'
import { pairReasonPrefix } from '../verdict-reasons'

/** `sayOfPair` in PostgreSQL. */
export const pairReasonSql = (note: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(${pairReasonPrefix}::text || case ${note} when '' then '.' else ': ' || ${note} end)`
