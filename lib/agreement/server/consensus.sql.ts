import type { SolutionKey } from '@/lib/annotations/server/lock-solution.sql'
import { Prisma } from '@/lib/generated/prisma/client'
import type { Transaction } from '@/lib/platform/server/database'
import { excerptMaxLength } from './disagreements.sql'

/** What the annotations of a solution agree on. */
export interface AnnotationConsensus {
  solution: string
  error: number | null
  people: number
}

export interface GoldCandidateRow extends AnnotationConsensus {
  externalId: string | null
  problem: string
  stepCount: number
  step: string | null
  explanation: string | null
}

/**
 * Solutions on which at least this number of annotators agree about the first error, and that are neither gold nor
 * adjudicated. `condition` is about annotation `c`.
 */
const agreedSolutionsSql = (projectId: string, people: number, condition: Prisma.Sql) => Prisma.sql`
  select c.solution_id as solution, max(c.error)::int as error, count(distinct l.labeler)::int as people
  from comparable_annotation c join annotation l on l.project_id = c.project_id and l.id = c.id
  where c.project_id = ${projectId}::uuid and ${condition}
    and not exists (select from gold_item g where g.project_id = c.project_id and g.solution_id = c.solution_id)
    and not exists (select from adjudication a where a.project_id = c.project_id and a.solution_id = c.solution_id
      and a.withdrawn_at is null)
  group by c.solution_id
  having count(distinct l.labeler) >= ${people} and count(distinct coalesce(c.error, -1)) = 1`

/** The first explanation of an annotator who found the error. */
const explanationSql = (solution: Prisma.Sql, projectId: string) => Prisma.sql`(
  select l.explanation from comparable_annotation c join annotation l on l.project_id = c.project_id and l.id = c.id
  where c.project_id = ${projectId}::uuid and c.solution_id = ${solution} and trim(l.explanation) <> ''
  order by l.submitted_at nulls last, l.id limit 1)`

/** In the order of import. */
export function listGoldCandidateRows(
  db: Transaction,
  projectId: string,
  { people, error }: { people: number; error: 'some' | 'none' | undefined },
  { after, limit }: { after: string | undefined; limit: number },
): Promise<GoldCandidateRow[]> {
  const condition = after ? Prisma.sql`c.solution_id > ${after}::uuid` : Prisma.sql`true`
  const kind = error
    ? Prisma.sql`and (max(c.error) is not null) = ${error === 'some'}`
    : Prisma.empty
  return db.$queryRaw<GoldCandidateRow[]>`
    with matches as materialized (${agreedSolutionsSql(projectId, people, condition)} ${kind} order by c.solution_id limit ${limit})
    select f.*, s.external_id as "externalId", left(p.statement, ${excerptMaxLength}::int) as problem,
      cardinality(s.steps) as "stepCount", left(s.steps[f.error + 1], ${excerptMaxLength}::int) as step,
      ${explanationSql(Prisma.sql`f.solution`, projectId)} as explanation
    from matches f
      cross join lateral (
        select * from solution where project_id = ${projectId}::uuid and id = f.solution offset 0) s
      cross join lateral (
        select statement from problem where project_id = ${projectId}::uuid and id = s.problem_id offset 0) p
    order by f.solution`
}

/** For one solution, now; null if fewer than two annotators agree, or if it is already gold or adjudicated. */
export async function findAnnotationConsensus(
  db: Transaction,
  { projectId, solutionId }: SolutionKey,
): Promise<(AnnotationConsensus & { explanation: string | null }) | null> {
  const [row] = await db.$queryRaw<(AnnotationConsensus & { explanation: string | null })[]>`
    select f.*, ${explanationSql(Prisma.sql`f.solution`, projectId)} as explanation
    from (${agreedSolutionsSql(projectId, 2, Prisma.sql`c.solution_id = ${solutionId}::uuid`)}) f`
  return row ?? null
}
