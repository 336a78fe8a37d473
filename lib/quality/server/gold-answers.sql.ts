import { Prisma } from '@/lib/generated/prisma/client'

/**
 * Annotation `l` answers gold `g`, served among work: what was given up, or called a bad problem, is no answer. Screening is
 * counted by itself.
 */
export const isGoldAnswer = Prisma.sql`l.is_quality_control and not l.is_screening and l.state = 'submitted'
  and l.finish_reason in ('solution', 'found_error') and g.project_id = l.project_id and g.solution_id = l.solution_id`

/** The first error, from 0, that annotation `l` says; null: none. */
export const answeredFirstError = Prisma.sql`(case when l.finish_reason = 'found_error' then cardinality(l.ratings) - 1 end)`

/** Whether answer `l` to gold `g` is exact, as lib/quality/score-answer.ts says it; a test holds the two together. */
export const isExact = Prisma.sql`(case when l.finish_reason = 'found_error'
  then cardinality(l.ratings) - 1 = any (g.first_errors) else cardinality(g.first_errors) = 0 end)`

/** When the answers of a person, both ids of `x`, began to count for the rule: at the end of their last pause. */
export const countsSince = (projectId: Prisma.Sql, userId: Prisma.Sql) => Prisma.sql`coalesce(
  (select max(e.ended_at) from pause e where e.project_id = ${projectId} and e.user_id = ${userId}), '-infinity')`
