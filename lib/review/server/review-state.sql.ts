import { Prisma } from '@/lib/generated/prisma/client'

/** The adjudication that stands for the solution of labelling `l`. */
export const isAdjudicated = Prisma.sql`exists (
  select from adjudication a where a.project_id = l.project_id and a.solution_id = l.solution_id
    and a.withdrawn_at is null)`

/** Joins what a reviewer did last with labelling `l`, as `r`. */
export const joinLastReview = Prisma.sql`left join lateral (
  select v.act, v.note, v.submitted_at, v.created_at from labelling_review v
  where v.project_id = l.project_id and v.labelling_id = l.id order by v.number desc limit 1) r on true`

/**
 * Where labelling `l` stands, of `reviewStates` (lib/review/said-field.ts); null where it is in work and was not sent
 * back. Nowhere else is it said. What was done with the labelling itself comes first: one that is corrected waits to be
 * looked at, whatever was ruled before. Needs `joinLastReview`. An acceptance holds for what was seen, not for what was
 * submitted since.
 */
export const reviewState = Prisma.sql`case
  when l.state = 'draft' then case when r.act = 'returned' then 'returned' end
  when r.act = 'returned' then 'corrected'
  when r.act = 'accepted' and r.submitted_at = l.submitted_at then 'accepted'
  when ${isAdjudicated} then 'adjudicated'
  else 'submitted' end`

/** Whether the labellings of the solution of `l` part, and nobody has ruled on it. */
export const isDisputed = Prisma.sql`exists (
  select from disagreement d where d.project_id = l.project_id and d.solution_id = l.solution_id)`

/** The name of the annotator of `l`; null where it is hidden. Without a labelling there is nothing to hide. */
export const shownName = (hidesLabelers: boolean, name: Prisma.Sql) =>
  Prisma.sql`case when not ${hidesName(hidesLabelers)} then ${name} end`

/**
 * Whether the annotator of `l` has no name for reviewers: where the project hides names, as long as a ruling is to come,
 * and while one of several is sent back.
 */
export const hidesName = (
  hidesLabelers: boolean,
) => Prisma.sql`(${hidesLabelers} and (${isDisputed} or (
  l.state = 'draft' and exists (select from labelling o where o.project_id = l.project_id
    and o.solution_id = l.solution_id and o.id <> l.id))))`
