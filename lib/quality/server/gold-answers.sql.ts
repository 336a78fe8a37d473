import { Prisma } from '@/lib/generated/prisma/client'

/**
 * Whether annotation `l` answers gold `g` that was served among work. Giving up or reporting a bad problem is not an
 * answer, and screening is counted separately.
 */
export const isGoldAnswerSql = Prisma.sql`l.is_quality_control and not l.is_screening and l.state = 'submitted'
  and l.finish_reason in ('solution', 'found_error') and g.project_id = l.project_id and g.solution_id = l.solution_id`

/** The first error, from 0, of annotation `l`; null: none. */
export const annotatedFirstErrorSql = Prisma.sql`(case when l.finish_reason = 'found_error' then cardinality(l.ratings) - 1 end)`

/** Whether answer `l` to gold `g` is exact. A test checks that it agrees with lib/quality/score-gold-answer.ts. */
export const isExactGoldAnswerSql = Prisma.sql`(case when l.finish_reason = 'found_error'
  then cardinality(l.ratings) - 1 = any (g.first_errors) else cardinality(g.first_errors) = 0 end)`

/** The time since which an annotator's answers count for the pause rule: the end of their last pause. */
export const lastPauseEndSql = (projectId: Prisma.Sql, userId: Prisma.Sql) => Prisma.sql`coalesce(
  (select max(e.ended_at) from pause e where e.project_id = ${projectId} and e.user_id = ${userId}), '-infinity')`
