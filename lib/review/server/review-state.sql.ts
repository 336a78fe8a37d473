import { Prisma } from '@/lib/generated/prisma/client'

/** The adjudication that stands for the solution of annotation `l`. */
export const isAdjudicated = Prisma.sql`exists (
  select from adjudication a where a.project_id = l.project_id and a.solution_id = l.solution_id
    and a.withdrawn_at is null)`

/** Joins what a reviewer did last with annotation `l`, as `r`. */
export const joinLastReview = Prisma.sql`left join lateral (
  select v.action, v.note, v.submitted_at, v.created_at from annotation_review v
  where v.project_id = l.project_id and v.annotation_id = l.id order by v.number desc limit 1) r on true`

/**
 * Where annotation `l` stands, of `reviewStates` (lib/review/reviewed-fields.ts); null where it is in work and was not sent
 * back. Nowhere else is it said. What was done with the annotation itself comes first: one that is corrected waits to be
 * looked at, whatever was ruled before. Needs `joinLastReview`. An acceptance holds for what was seen, not for what was
 * submitted since.
 */
export const reviewState = Prisma.sql`case
  when l.state = 'withdrawn' then null
  when l.state = 'draft' then case when r.action = 'returned' then 'returned' end
  when r.action = 'returned' then 'corrected'
  when r.action = 'accepted' and r.submitted_at = l.submitted_at then 'accepted'
  when ${isAdjudicated} then 'adjudicated'
  else 'submitted' end`

/** Whether the annotations of the solution of `l` part, and no one has ruled on it. */
export const isDisputed = Prisma.sql`exists (
  select from disagreement d where d.project_id = l.project_id and d.solution_id = l.solution_id)`

/** The name of the annotator of `l`; null where it is hidden. Without an annotation there is nothing to hide. */
export const shownName = (hidesLabelers: boolean, name: Prisma.Sql) =>
  Prisma.sql`case when not ${hidesName(hidesLabelers)} then ${name} end`

/** Whether another annotation of the solution of `l` was sent back: the two are to be compared again. */
const waitsForOther = Prisma.sql`exists (
  select from annotation o where o.project_id = l.project_id and o.solution_id = l.solution_id and o.id <> l.id
    and o.state = 'draft' and exists (select from annotation_review v
      where v.project_id = o.project_id and v.annotation_id = o.id and v.action = 'returned'))
  and not ${isAdjudicated}`

/**
 * Whether the annotator of `l` has no name for reviewers: where the project hides names, as long as a ruling is to come,
 * and while one of several is sent back: the name of the other says whose it is.
 */
export const hidesName = (
  hidesLabelers: boolean,
) => Prisma.sql`(${hidesLabelers} and (${isDisputed} or (${waitsForOther}) or (
  l.state = 'draft' and exists (select from annotation o where o.project_id = l.project_id
    and o.solution_id = l.solution_id and o.id <> l.id))))`
