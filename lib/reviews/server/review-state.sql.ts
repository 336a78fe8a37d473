import { Prisma } from '@/lib/generated/prisma/client'

/** Whether the solution of annotation `l` has a current adjudication. */
export const isAdjudicatedSql = Prisma.sql`exists (
  select from adjudication a where a.project_id = l.project_id and a.solution_id = l.solution_id
    and a.withdrawn_at is null)`

/** Joins the last review of annotation `l` as `r`. */
export const lastReviewJoinSql = Prisma.sql`left join lateral (
  select v.action, v.note, v.submitted_at, v.created_at from annotation_review v
  where v.project_id = l.project_id and v.annotation_id = l.id order by v.number desc limit 1) r on true`

/**
 * The status of annotation `l` (`reviewStates` in lib/reviews/reviewed-fields.ts); null for a withdrawn annotation, and for
 * a draft that was not returned. This is the only definition. Reviews of the annotation come before adjudications: a
 * corrected annotation waits for review even if its solution is adjudicated. An acceptance applies to the version that
 * was read. Needs `lastReviewJoinSql`.
 */
export const reviewStateSql = Prisma.sql`case
  when l.state = 'withdrawn' then null
  when l.state = 'draft' then case when r.action = 'returned' then 'returned' end
  when r.action = 'returned' then 'corrected'
  when r.action = 'accepted' and r.submitted_at = l.submitted_at then 'accepted'
  when ${isAdjudicatedSql} then 'adjudicated'
  else 'submitted' end`

/**
 * Whether the annotations of the solution of `l` disagree without an adjudication. Looked up for each annotation
 * (`offset 0`), because PostgreSQL would otherwise read all disagreements, even for a page of 50.
 */
export const hasDisagreementSql = Prisma.sql`exists (
  select from disagreement d where d.project_id = l.project_id and d.solution_id = l.solution_id offset 0)`

/** The name of the annotator of `l`; null if hidden. Without an annotation there is nothing to hide. */
export const visibleAnnotatorNameSql = (hidesAnnotatorNames: boolean, name: Prisma.Sql) =>
  Prisma.sql`case when not ${isAnnotatorNameHiddenSql(hidesAnnotatorNames)} then ${name} end`

/** Whether another annotation of the solution of `l` was returned and will be compared with `l` again. */
const waitsForOtherAnnotationSql = Prisma.sql`exists (
  select from annotation o where o.project_id = l.project_id and o.solution_id = l.solution_id and o.id <> l.id
    and o.state = 'draft' and exists (select from annotation_review v
      where v.project_id = o.project_id and v.annotation_id = o.id and v.action = 'returned'))
  and not ${isAdjudicatedSql}`

/**
 * Whether the annotator of `l` is hidden from reviewers: in projects that hide names, while an adjudication is pending,
 * and while one of several annotations is returned, because the other name would identify its author.
 */
export const isAnnotatorNameHiddenSql = (
  hidesAnnotatorNames: boolean,
) => Prisma.sql`(${hidesAnnotatorNames} and (${hasDisagreementSql} or (${waitsForOtherAnnotationSql}) or (
  l.state = 'draft' and exists (select from annotation o where o.project_id = l.project_id
    and o.solution_id = l.solution_id and o.id <> l.id))))`
