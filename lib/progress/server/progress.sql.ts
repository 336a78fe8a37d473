import { submissionCountsSql, workCountsSql } from '@/lib/annotations/server/annotation-counts.sql'
import { countOwnAnnotationsToday } from '@/lib/annotations/server/count-own-annotations.sql'
import { countOwnRework } from '@/lib/annotations/server/own-work.sql'
import { Prisma } from '@/lib/generated/prisma/client'
import type { ReplyOf } from '@/lib/platform/contract'
import type { Transaction } from '@/lib/platform/server/database'
import { projectCountsSql } from '@/lib/projects/server/project-counts.sql'
import { countOpenSlots, type OpenSlotCounts } from '@/lib/queue/server/open-slots.sql'
import type { getProgressContract } from '../contract'

type Progress = ReplyOf<typeof getProgressContract>

interface MemberKey {
  projectId: string
  userId: string
}

/** Leaves out gold, like the queue, but counts all of the user's own annotations, so that gold is not recognisable. */
export async function countProjectProgress(
  db: Transaction,
  member: MemberKey,
  outcomes: 'own' | 'all',
): Promise<Progress> {
  // At most two at once, so that annotators are left with connections.
  const [work, openSlots] = await Promise.all([
    countWork(db, member, outcomes),
    outcomes === 'all' ? countOpenSlots(db, member.projectId) : noOpenSlots,
  ])
  const [doneToday, returned] = await Promise.all([
    countOwnAnnotationsToday(db, member),
    countOwnRework(db, member),
  ])
  return { ...work, ...openSlots, outcomes, doneToday, returned }
}

type WorkCounts = Omit<Progress, keyof OpenSlotCounts | 'doneToday' | 'returned' | 'outcomes'>

async function countWork(
  db: Transaction,
  { projectId, userId }: MemberKey,
  outcomes: 'own' | 'all',
): Promise<WorkCounts> {
  const [row] = await db.$queryRaw<[WorkCounts]>`
    with gold as (
      select s.problem_id, count(*)::int as solutions
      from gold_item g join solution s on s.project_id = g.project_id and s.id = g.solution_id
      where g.project_id = ${projectId}::uuid group by s.problem_id
    ), stored as (
      select coalesce(sum(amount) filter (where kind = 'problem'), 0)::int as problems,
        coalesce(sum(amount) filter (where kind in ('correct_solution', 'wrong_solution', 'unsure_solution')), 0)::int as solutions
      from ${projectCountsSql(projectId)} as counts
    )
    select
      -- Gold is subtracted, because it is rare.
      (select problems from stored)
        - (select count(*)::int from gold g where g.solutions = (select count(*) from solution s
            where s.project_id = ${projectId}::uuid and s.problem_id = g.problem_id)) as problems,
      (select solutions from stored)
        - (select coalesce(sum(g.solutions), 0)::int from gold g) as solutions,
      coalesce(sum(annotations) filter (where finish_reason = 'found_error'), 0)::int as "foundError",
      coalesce(sum(annotations) filter (where finish_reason = 'solution'), 0)::int as "noError",
      coalesce(sum(annotations) filter (where finish_reason = 'give_up'), 0)::int as "givenUp",
      coalesce(sum(annotations) filter (where finish_reason = 'bad_problem'), 0)::int as "badProblem",
      coalesce(sum(annotations) filter (where is_imported), 0)::int as imported,
      (select count(*)::int from member where project_id = ${projectId}::uuid) as people
    from ${outcomes === 'all' ? workCountsSql(projectId) : ownCountsSql({ projectId, userId })} as counts`
  return row
}

const noOpenSlots = { waiting: null, openSlots: null, leased: null }

/** Includes withdrawn annotations, which their author sees as submitted. */
const ownCountsSql = (member: MemberKey) => Prisma.sql`(
  select finish_reason, false as is_imported, annotations from ${submissionCountsSql(member)} as own)`
