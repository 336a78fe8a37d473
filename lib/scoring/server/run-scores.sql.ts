import { Prisma } from '@/lib/generated/prisma/client'

/** Of a score run's row `c`, by `neutral` and `aggregation`. */
export const runColumns = {
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

/** What a run says of the steps that a solution `s` has now, as `c`: of those that were repaired since it says nothing. */
export const joinRunScores = (projectId: string, runId: string) =>
  Prisma.sql`left join (select * from solution_score
    where project_id = ${projectId}::uuid and run_id = ${runId}::uuid) c
    on c.solution_id = s.id and c.revision = s.revision`
