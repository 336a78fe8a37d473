import { excerptMaxLength } from '@/lib/agreement/server/disagreements.sql'
import { maxReopenMinutes } from '@/lib/annotations/contract'
import { firstErrorSql } from '@/lib/annotations/server/annotation-rules.sql'
import { submittedAtTextSql } from '@/lib/annotations/server/own-work.sql'
import type { FinishReason } from '@/lib/formats/record'
import { Prisma } from '@/lib/generated/prisma/client'
import { isExactGoldAnswerSql, isGoldAnswerSql } from '@/lib/gold/server/gold-answers.sql'
import type { Transaction } from '@/lib/platform/server/database'

interface AnnotatorKey {
  projectId: string
  userId: string
}

export interface ExplainedGoldAnswer {
  annotation: string
  submittedAt: string
  problem: string
  finishReason: FinishReason
  answer: number | null
  firstErrors: number[]
  explanation: string | null
}

const isOwnAnswerSql = ({ projectId, userId }: AnnotatorKey) => Prisma.sql`
  l.project_id = ${projectId}::uuid and l.user_id = ${userId}::uuid and ${isGoldAnswerSql}`

const explainedAnswerColumns = Prisma.sql`l.id as annotation, ${submittedAtTextSql} as "submittedAt",
  left(p.statement, ${excerptMaxLength}::int) as problem, l.finish_reason::text as "finishReason", ${firstErrorSql()} as answer,
  to_jsonb(g.first_errors) as "firstErrors", g.explanation`

const fromAnswersSql = Prisma.sql`annotation l join gold_item g on g.project_id = l.project_id and g.solution_id = l.solution_id
  join solution s on s.project_id = l.project_id and s.id = l.solution_id
  join problem p on p.project_id = s.project_id and p.id = s.problem_id`

const wasExplainedSql = Prisma.sql`exists (select from gold_feedback t
  where t.project_id = l.project_id and t.annotation_id = l.id)`

/** Counts the explained answers, and the exact ones among them. */
export async function countExplainedGoldAnswers(db: Transaction, annotator: AnnotatorKey) {
  const [row] = await db.$queryRaw<[{ answers: number; exact: number }]>`
    select count(*)::int as answers, count(*) filter (where ${isExactGoldAnswerSql})::int as exact
    from annotation l join gold_item g on ${isGoldAnswerSql}
    where ${isOwnAnswerSql(annotator)} and ${wasExplainedSql}`
  return row
}

/** Newest first. */
export function listGoldMistakes(
  db: Transaction,
  annotator: AnnotatorKey,
  limit: number,
): Promise<ExplainedGoldAnswer[]> {
  return db.$queryRaw<ExplainedGoldAnswer[]>`
    select ${explainedAnswerColumns} from ${fromAnswersSql}
    where ${isOwnAnswerSql(annotator)} and ${wasExplainedSql} and not ${isExactGoldAnswerSql}
    order by l.submitted_at desc, l.id desc limit ${limit}`
}

/**
 * Marks answers to gold as explained when they can no longer be reopened, by the same rule as for any annotation: until
 * then, the annotator may still change the answer. Returns the newly marked ones, oldest first.
 */
export async function markGoldAnswersExplained(
  db: Transaction,
  annotator: AnnotatorKey,
): Promise<ExplainedGoldAnswer[]> {
  const explainedAnswers = await db.$queryRaw<{ id: string }[]>`
    insert into gold_feedback (project_id, annotation_id)
    select l.project_id, l.id from annotation l join gold_item g on ${isGoldAnswerSql}
    where ${isOwnAnswerSql(annotator)} and not ${wasExplainedSql}
      and (l.submitted_at <= now() - make_interval(mins => ${maxReopenMinutes}::int)
        or exists (select from annotation o where o.project_id = l.project_id and o.user_id = l.user_id
          and o.state = 'submitted' and (o.submitted_at, o.id) > (l.submitted_at, l.id)))
    on conflict do nothing returning annotation_id as id`
  if (explainedAnswers.length === 0) return []
  return db.$queryRaw<ExplainedGoldAnswer[]>`
    select ${explainedAnswerColumns} from ${fromAnswersSql}
    where l.project_id = ${annotator.projectId}::uuid and l.id = any (${explainedAnswers.map(({ id }) => id)}::uuid[])
    order by l.submitted_at, l.id`
}
