import { isQualityControlSql } from '@/lib/annotations/server/annotation-rules.sql'
import { Prisma } from '@/lib/generated/prisma/client'
import type { ReplyOf } from '@/lib/platform/contract'
import type { Transaction } from '@/lib/platform/server/database'
import { timeTextSql } from '@/lib/platform/server/time-text.sql'
import { isAdjudicatedSql, lastReviewJoinSql } from '@/lib/reviews/server/review-state.sql'
import type { getPersonContract } from '../contract'

type Pause = ReplyOf<typeof getPersonContract>['pauses'][number]

export async function readPauseThreshold(
  db: Transaction,
  projectId: string,
): Promise<number | null> {
  const { pauseBelow } = await db.project.findUniqueOrThrow({
    where: { id: projectId },
    select: { pauseBelow: true },
  })
  return pauseBelow
}

/** Newest first. */
export async function listPauses(
  db: Transaction,
  { projectId, userId }: { projectId: string; userId: string },
): Promise<Pause[]> {
  return db.$queryRaw<Pause[]>`
    select p.id as pause, ${timeTextSql(Prisma.sql`p.started_at`)} as "startedAt", b.name as by, p.message, p.answers,
      p.exact, p.threshold, p.probability, ${timeTextSql(Prisma.sql`p.ended_at`)} as "endedAt", e.name as "endedBy",
      p.decision_note as decision, p.withdrawn, ${timeTextSql(Prisma.sql`p.withdrawn_since`)} as "withdrawnSince"
    from pause p left join app_user b on b.id = p.by_user_id left join app_user e on e.id = p.ended_by_id
    where p.project_id = ${projectId}::uuid and p.user_id = ${userId}::uuid
    order by p.started_at desc, p.id desc`
}

/** Annotations that the annotator submitted from this time on. */
export interface WithdrawalScope {
  projectId: string
  userId: string
  since: string
}

const isInScopeSql = ({ projectId, userId, since }: WithdrawalScope) => Prisma.sql`
  l.project_id = ${projectId}::uuid and l.user_id = ${userId}::uuid and l.state = 'submitted'
  and l.import_id is null and l.submitted_at >= ${since}::timestamptz`

/** Whether annotation `l` was adjudicated or accepted, so that it need not be labelled again. Needs `lastReviewJoinSql`. */
const isReviewedSql = Prisma.sql`(${isAdjudicatedSql} or coalesce(r.action = 'accepted' and r.submitted_at = l.submitted_at, false))`

export async function countWithdrawableAnnotations(db: Transaction, scope: WithdrawalScope) {
  const [row] = await db.$queryRaw<
    [{ annotations: number; goldOrScreening: number; reviewed: number }]
  >`
    select count(*) filter (where not c.is_check and not c.is_reviewed)::int as annotations,
      count(*) filter (where c.is_check)::int as "goldOrScreening",
      count(*) filter (where c.is_reviewed and not c.is_check)::int as reviewed
    from (
      select ${isQualityControlSql} as is_check, ${isReviewedSql} as is_reviewed from annotation l ${lastReviewJoinSql}
      where ${isInScopeSql(scope)}
    ) c`
  return row
}

/**
 * Withdraws annotations submitted from `since` on, except gold, screening and reviewed ones, and frees their slots.
 * Withdrawn annotations are kept, and their author is never served the solution again. Locks the queue items before the
 * annotations, by id, like every operation that locks several.
 */
export async function withdrawAnnotationsSince(
  db: Transaction,
  scope: WithdrawalScope,
): Promise<{ withdrawn: number; queued: number }> {
  const { projectId } = scope
  const solutionIds = Prisma.sql`select l.solution_id from annotation l where ${isInScopeSql(scope)}`
  await db.$queryRaw`
    select solution_id from queue_item where project_id = ${projectId}::uuid and solution_id in (${solutionIds})
    order by solution_id for update`
  // A separate statement, so that it sees everything accepted or adjudicated until now.
  const withdrawnRows = await db.$queryRaw<{ solutionId: string }[]>`
    with matches as materialized (
      select l.id from annotation l ${lastReviewJoinSql} where ${isInScopeSql(scope)} and not ${isQualityControlSql} and not ${isReviewedSql}
      order by l.solution_id for update of l
    )
    update annotation l set state = 'withdrawn' from matches f
    where l.project_id = ${projectId}::uuid and l.id = f.id
    returning l.solution_id as "solutionId"`
  const withdrawnSolutionIds = withdrawnRows.map(({ solutionId }) => solutionId)
  const queuedCount = await db.$executeRaw`
    update queue_item set done = done - 1
    where project_id = ${projectId}::uuid and solution_id = any (${withdrawnSolutionIds}::uuid[]) and done > 0`
  return { withdrawn: withdrawnRows.length, queued: queuedCount }
}
