import { Prisma } from '@/lib/generated/prisma/client'
import { pgBossSchemaNameSql } from './pg-boss'

/**
 * SQL condition: whether a job is queued or running.
 *
 * @param name of type text
 * @param payload of type jsonb
 */
export const isJobUnfinishedSql = (name: Prisma.Sql, payload: Prisma.Sql) => Prisma.sql`exists (
  select from ${pgBossSchemaNameSql}.job j
  where j.name = ${name} and j.state in ('created', 'retry', 'active') and j.data->'payload' = ${payload})`

/** SQL condition: whether a job whose payload contains `part` is queued or running. */
export const isJobWithPayloadPartUnfinishedSql = (
  name: Prisma.Sql,
  part: Prisma.Sql,
) => Prisma.sql`exists (
  select from ${pgBossSchemaNameSql}.job j
  where j.name = ${name} and j.state in ('created', 'retry', 'active') and j.data->'payload' @> ${part})`
