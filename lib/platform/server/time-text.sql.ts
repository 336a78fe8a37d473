import { Prisma } from '@/lib/generated/prisma/client'

/** A time as the API returns it: ISO 8601 in UTC with milliseconds. */
export const timeTextSql = (time: Prisma.Sql) =>
  Prisma.sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** With microseconds, as PostgreSQL stores it. */
export const exactTimeTextSql = (time: Prisma.Sql) =>
  Prisma.sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
