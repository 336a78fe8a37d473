import { workCountsSql } from '@/lib/annotations/server/annotation-counts.sql'
import { countOwnAnnotationsToday } from '@/lib/annotations/server/count-own-annotations.sql'
import { countOwnRework, isShownAsSubmittedSql } from '@/lib/annotations/server/own-work.sql'
import { Prisma } from '@/lib/generated/prisma/client'
import type { ReplyOf } from '@/lib/platform/contract'
import type { Transaction } from '@/lib/platform/server/database'
import type { getProgressContract } from '../contract'

type Progress = ReplyOf<typeof getProgressContract>
type OpenSlots = Pick<Progress, 'waiting' | 'openSlots' | 'leased'>

interface MemberKey {
  projectId: string
  userId: string
}

/**
 * Only work counts, as in the queue; but all of the user's own annotations, because gold must not
 * be recognisable.
 */
export async function countProjectProgress(
  db: Transaction,
  { projectId, userId }: MemberKey,
  outcomes: 'own' | 'all',
): Promise<Progress> {
  const [row] = await db.$queryRaw<
    Omit<Progress, keyof OpenSlots | 'doneToday' | 'returned' | 'outcomes'>[]
  >`
    with problem_counts as (
      select problem_id, count(*) as solutions from solution where project_id = ${projectId}::uuid group by problem_id
    ), gold_counts as (
      select s.problem_id, count(*) as solutions
      from gold_item g join solution s on s.project_id = g.project_id and s.id = g.solution_id
      where g.project_id = ${projectId}::uuid group by s.problem_id
    ), work as (
      -- The solutions are counted in an index, and their gold is subtracted, because gold is rare.
      select count(*) filter (where p.solutions > coalesce(g.solutions, 0))::int as problems,
        coalesce(sum(p.solutions - coalesce(g.solutions, 0)), 0)::int as solutions
      from problem_counts p left join gold_counts g on g.problem_id = p.problem_id
    )
    select
      (select problems from work) as problems,
      (select solutions from work) as solutions,
      coalesce(sum(annotations) filter (where finish_reason = 'found_error'), 0)::int as "foundError",
      coalesce(sum(annotations) filter (where finish_reason = 'solution'), 0)::int as "noError",
      coalesce(sum(annotations) filter (where finish_reason = 'give_up'), 0)::int as "givenUp",
      coalesce(sum(annotations) filter (where finish_reason = 'bad_problem'), 0)::int as "badProblem",
      coalesce(sum(annotations) filter (where is_imported), 0)::int as imported,
      (select count(*)::int from member where project_id = ${projectId}::uuid) as people
    from ${outcomes === 'all' ? workCountsSql(projectId) : ownCountsSql({ projectId, userId })} as counts`
  return {
    ...row!,
    ...(outcomes === 'all' ? await countOpenSlots(db, projectId) : noOpenSlots),
    outcomes,
    doneToday: await countOwnAnnotationsToday(db, { projectId, userId }),
    returned: await countOwnRework(db, { projectId, userId }),
  }
}

const noOpenSlots = { waiting: null, openSlots: null, leased: null }

/** Solutions with open slots, these slots, and current leases. */
async function countOpenSlots(db: Transaction, projectId: string): Promise<OpenSlots> {
  const [row] = await db.$queryRaw<[OpenSlots]>`
    select count(*)::int as waiting, coalesce(sum(slots - leased - done), 0)::int as "openSlots",
      (select count(*)::int from lease
        where project_id = ${projectId}::uuid and purpose = 'work' and expires_at > now()) as leased
    from queue_item where project_id = ${projectId}::uuid and leased + done < slots`
  return row
}

const ownCountsSql = ({ projectId, userId }: MemberKey) => Prisma.sql`(
  select finish_reason, import_id is not null as is_imported, 1 as annotations from annotation
  where project_id = ${projectId}::uuid and user_id = ${userId}::uuid and ${isShownAsSubmittedSql(Prisma.sql`state`)})`
