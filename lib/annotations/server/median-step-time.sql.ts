import { Prisma } from '@/lib/generated/prisma/client'

/**
 * The time per step of an annotation, in milliseconds: the median of its rated steps. Null without step times. Medians over
 * annotations are of this value.
 */
export const medianStepTimeSql = (annotation: Prisma.Sql) => Prisma.sql`(
  select percentile_cont(0.5) within group (order by coalesce(${annotation}.step_times_ms[i], 0))
  from generate_series(1, cardinality(${annotation}.ratings)) as i where cardinality(${annotation}.step_times_ms) > 0)`
