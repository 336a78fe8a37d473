import { isWorkSql } from '@/lib/annotations/server/annotation-rules.sql'
import { countOwnAnnotationsToday } from '@/lib/annotations/server/count-own-annotations.sql'
import { isShownAsSubmittedSql } from '@/lib/annotations/server/own-work.sql'
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
  const isWork = Prisma.sql`s.project_id = ${projectId}::uuid
    and not exists (select from gold_item g where g.project_id = s.project_id and g.solution_id = s.id)`
  const counted =
    outcomes === 'all'
      ? Prisma.sql`state = 'submitted' and ${isWorkSql()}`
      : Prisma.sql`${isShownAsSubmittedSql(Prisma.sql`state`)} and user_id = ${userId}::uuid`
  const [row] = await db.$queryRaw<
    Omit<ReplyOf<typeof getProgressContract>, 'doneToday' | 'outcomes'>[]
  >`
    select
      (select count(distinct s.problem_id)::int from solution s where ${isWork}) as problems,
      (select count(*)::int from solution s where ${isWork}) as solutions,
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
  return { ...row!, outcomes, doneToday: await countOwnAnnotationsToday(db, { projectId, userId }) }
}
