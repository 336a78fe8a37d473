import { Prisma } from '@/lib/generated/prisma/client'
import { ofPair } from '../person-says'

/** As `sayOfPair`, in PostgreSQL. */
export const sayInSql = (note: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(${ofPair}::text || case ${note} when '' then '.' else ': ' || ${note} end)`
