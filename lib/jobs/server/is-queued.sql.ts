import { Prisma } from '@/lib/generated/prisma/client'
import { schema } from './boss'

/**
 * For a statement of others: whether a job stands in its queue or is under way.
 *
 * @param name of type text
 * @param payload of type jsonb
 */
export const isQueued = (name: Prisma.Sql, payload: Prisma.Sql) => Prisma.sql`exists (
  select from ${schema}.job j
  where j.name = ${name} and j.state in ('created', 'retry', 'active') and j.data->'payload' = ${payload})`

/** The same of a job whose payload says this among other things. */
export const isQueuedWith = (name: Prisma.Sql, part: Prisma.Sql) => Prisma.sql`exists (
  select from ${schema}.job j
  where j.name = ${name} and j.state in ('created', 'retry', 'active') and j.data->'payload' @> ${part})`
