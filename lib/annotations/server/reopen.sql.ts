import { Prisma } from '@/lib/generated/prisma/client'
import type { Transaction } from '@/lib/platform/server/database'
import { isShownAsSubmittedSql } from './own-work.sql'

export interface ReopenConditionsRow {
  solutionId: string
  state: string
  isRecent: boolean
  isLast: boolean
  /**
   * Screening, withdrawn annotations and explained gold can't be reopened. Other gold can, because it must look like
   * work.
   */
  isFinal: boolean
}

/** Locks an annotation of the user; null if it is not theirs. */
export async function lockAnnotationToReopen(
  db: Transaction,
  key: { projectId: string; userId: string; annotationId: string },
  withinMinutes: number,
): Promise<ReopenConditionsRow | null> {
  const { projectId, userId, annotationId } = key
  const [row] = await db.$queryRaw<ReopenConditionsRow[]>`
    select l.solution_id as "solutionId", l.state::text,
      coalesce(l.submitted_at > now() - make_interval(mins => ${withinMinutes}), false) as "isRecent",
      not exists (select from annotation o where o.project_id = l.project_id and o.user_id = l.user_id
        and ${isShownAsSubmittedSql(Prisma.sql`o.state`)} and o.submitted_at > l.submitted_at) as "isLast",
      l.is_screening or l.state = 'withdrawn' or exists (select from gold_feedback t
        where t.project_id = l.project_id and t.annotation_id = l.id) as "isFinal"
    from annotation l
    where l.project_id = ${projectId}::uuid and l.id = ${annotationId}::uuid and l.user_id = ${userId}::uuid
    for update`
  return row ?? null
}

/** Turns annotations into drafts again, without their unrated steps. */
export async function turnAnnotationsIntoDrafts(
  db: Transaction,
  { projectId, annotationIds }: { projectId: string; annotationIds: readonly string[] },
): Promise<void> {
  const ids = Prisma.sql`any (${[...annotationIds]}::uuid[])`
  await db.$executeRaw`
    update annotation l set state = 'draft', finish_reason = null, finish_note = null, submitted_at = null, writer = null,
      step_count = cardinality(s.steps), ratings = l.ratings[:n.rated], flagged = l.flagged[:n.rated],
      chosen = l.chosen[:n.rated], offered = l.offered[:n.rated]
    from solution s,
      (select o.id, cardinality(array_remove(o.ratings, null)) as rated from annotation o
        where o.project_id = ${projectId}::uuid and o.id = ${ids}) n
    where l.project_id = ${projectId}::uuid and l.id = ${ids} and n.id = l.id
      and s.project_id = l.project_id and s.id = l.solution_id`
}
