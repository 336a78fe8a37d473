import { Prisma } from '@/lib/generated/prisma/client'

/** The score in a run's row `c`, by `neutral` and `aggregation`. `strict_` columns count neutral as negative. */
export const scoreColumnSqlByAggregation = {
  positive: {
    product: Prisma.sql`c.product`,
    minimum: Prisma.sql`c.minimum`,
    'geometric-mean': Prisma.sql`c.geometric_mean`,
    last: Prisma.sql`c.last`,
  },
  negative: {
    product: Prisma.sql`c.strict_product`,
    minimum: Prisma.sql`c.strict_minimum`,
    'geometric-mean': Prisma.sql`c.strict_geometric_mean`,
    last: Prisma.sql`c.strict_last`,
  },
} as const

/** The run's score row `c` of a solution `s`, only if it is of the current steps. */
export const solutionScoreJoinSql = (projectId: string, runId: string) =>
  Prisma.sql`left join (select * from solution_score
    where project_id = ${projectId}::uuid and run_id = ${runId}::uuid) c
    on c.solution_id = s.id and c.revision = s.revision`
