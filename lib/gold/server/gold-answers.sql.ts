import {
  firstErrorSql,
  hasConclusiveFinishReasonSql,
  isServedAsGoldSql,
  isServedForQualityControlSql,
} from '@/lib/annotations/server/annotation-rules.sql'
import { Prisma } from '@/lib/generated/prisma/client'

/**
 * Whether an annotator submitted annotation `l` of gold `g`. Imported annotations are no answers, because their annotators did not
 * label here. Submitted annotations rate the current steps, because a repair returns annotations of steps that it changes.
 */
const isSubmittedForGoldSql = Prisma.sql`(g.project_id = l.project_id and g.solution_id = l.solution_id
  and l.state = 'submitted' and l.user_id is not null)`

/**
 * Whether annotation `l` answers gold `g` that was served among work. A person's page, the gold page and the pause rule all count
 * these. Giving up or reporting a bad problem is not an answer, and screening is counted separately.
 */
export const isGoldAnswerSql = Prisma.sql`(${isServedAsGoldSql} and ${hasConclusiveFinishReasonSql} and ${isSubmittedForGoldSql})`

/** Whether annotation `l` was served as gold `g`, in work or in screening (`l.is_screening`), including those without an answer. */
export const isSubmittedGoldAnnotationSql = Prisma.sql`(${isServedForQualityControlSql()} and ${isSubmittedForGoldSql})`

/** How answer `l` compares with gold `g`; null for an annotation without an answer. */
export const goldAnswerScoreSql = Prisma.sql`(case when ${hasConclusiveFinishReasonSql} then score_answer(g.first_errors, ${firstErrorSql()}) end)`

/** Whether answer `l` to gold `g` is exact. */
export const isExactGoldAnswerSql = Prisma.sql`(${goldAnswerScoreSql} = 'exact')`

/** The time since which an annotator's answers count for the pause rule: the end of their last pause. */
export const lastPauseEndSql = (projectId: Prisma.Sql, userId: Prisma.Sql) => Prisma.sql`coalesce(
  (select max(e.ended_at) from pause e where e.project_id = ${projectId} and e.user_id = ${userId}), '-infinity')`
