import { isWorkSql } from '@/lib/annotations/server/annotation-rules.sql'
import { countOwnAnnotationsToday } from '@/lib/annotations/server/count-own-annotations.sql'
import { countOwnRework, isShownAsSubmittedSql } from '@/lib/annotations/server/own-work.sql'
import { Prisma } from '@/lib/generated/prisma/client'
import type { ReplyOf } from '@/lib/platform/contract'
import type { Transaction } from '@/lib/platform/server/database'
import type { getProgressContract } from '../contract'

interface Person {
  projectId: string
  userId: string
}

/**
 * Only work counts, as in the queue; but all of the user's own annotations, because gold must not
 * be recognisable.
 */
export async function countProjectProgress(
  db: Transaction,
  { projectId, userId }: Person,
  outcomes: 'own' | 'all',
): Promise<ReplyOf<typeof getProgressContract>> {
  const counted =
    outcomes === 'all'
      ? Prisma.sql`state = 'submitted' and ${isWorkSql()}`
      : Prisma.sql`${isShownAsSubmittedSql(Prisma.sql`state`)} and user_id = ${userId}::uuid`
  const [row] = await db.$queryRaw<
    Omit<ReplyOf<typeof getProgressContract>, 'doneToday' | 'returned' | 'outcomes'>[]
  >`
    with each_problem as (
      select problem_id, count(*) as solutions from solution where project_id = ${projectId}::uuid group by problem_id
    ), gold_of_problem as (
      select s.problem_id, count(*) as solutions
      from gold_item g join solution s on s.project_id = g.project_id and s.id = g.solution_id
      where g.project_id = ${projectId}::uuid group by s.problem_id
    ), work as (
      -- The solutions are counted in an index, and their gold is subtracted, because gold is rare.
      select count(*) filter (where p.solutions > coalesce(g.solutions, 0))::int as problems,
        coalesce(sum(p.solutions - coalesce(g.solutions, 0)), 0)::int as solutions
      from each_problem p left join gold_of_problem g on g.problem_id = p.problem_id
    )
    select
      (select problems from work) as problems,
      (select solutions from work) as solutions,
      case when ${outcomes === 'all'} then (select count(*)::int from queue_item
        where project_id = ${projectId}::uuid and leased + done < slots) end as waiting,
      case when ${outcomes === 'all'} then (select coalesce(sum(slots - leased - done), 0)::int from queue_item
        where project_id = ${projectId}::uuid) end as "openSlots",
      case when ${outcomes === 'all'} then (select count(*)::int from lease
        where project_id = ${projectId}::uuid and purpose = 'work' and expires_at > now()) end as leased,
      count(*) filter (where finish_reason = 'found_error')::int as "foundError",
      count(*) filter (where finish_reason = 'solution')::int as "noError",
      count(*) filter (where finish_reason = 'give_up')::int as "givenUp",
      count(*) filter (where finish_reason = 'bad_problem')::int as "badProblem",
      count(*) filter (where import_id is not null)::int as imported,
      (select count(*)::int from member where project_id = ${projectId}::uuid) as people
    from annotation l where project_id = ${projectId}::uuid and ${counted}`
  const [doneToday, returned] = await Promise.all([
    countOwnAnnotationsToday(db, { projectId, userId }),
    countOwnRework(db, { projectId, userId }),
  ])
  return { ...row!, outcomes, doneToday, returned }
}
