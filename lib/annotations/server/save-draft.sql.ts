import { Prisma } from '@/lib/generated/prisma/client'
import type { Transaction } from '@/lib/platform/server/database'
import type { AnnotationEventInput } from '../state-fields'
import type { AnnotationContext, LeasedSolution, RatableContentRow } from './ratable-content.sql'
import {
  type AnnotationRow,
  hasChildRowsSql,
  storeAnnotationEventsSql,
  storeAnnotationRowSql,
} from './store-annotation.sql'

export interface LeaseKey {
  projectId: string
  userId: string
  lease: string
}

/** The stored draft, without its content. */
export interface DraftVersion {
  sequence: number
  writer: string | null
  hasChildRows: boolean
}

/** What can be rated in the solution of a live lease, and its draft, if any. Locks nothing. */
export async function findLeasedDraft(
  db: Transaction,
  { projectId, userId, lease }: LeaseKey,
): Promise<
  (RatableContentRow & Pick<LeasedSolution, 'solutionId'> & { draft: DraftVersion | null }) | null
> {
  const [row] = await db.$queryRaw<
    (RatableContentRow & Pick<LeasedSolution, 'solutionId'> & { draft: DraftVersion | null })[]
  >`/* named */
    select e.solution_id as "solutionId", w.flow, w.revision, w.step_count as "stepCount", w.revealed, w.options,
      w.explanations, (
        select jsonb_build_object('sequence', l.sequence, 'writer', l.writer, 'hasChildRows', ${hasChildRowsSql})
        from annotation l where l.project_id = e.project_id and l.solution_id = e.solution_id and l.user_id = e.user_id
      ) as draft
    from lease e cross join lateral read_work(e.project_id, e.solution_id, e.user_id) w
    where e.project_id = ${projectId}::uuid and e.id = ${lease}::uuid and e.user_id = ${userId}::uuid and e.expires_at > now()`
  return row ?? null
}

/**
 * Renews the lease, stores a draft that has no child rows, and adds the audit entry. Returns null if the lease is over, the
 * solution has another revision than `row`, or the stored draft has another sequence than the one that was read. Then nothing
 * is stored, but the lease may be renewed.
 * @param storedSequence the sequence of the draft that was read; null: there was none
 */
export async function storeDraftWithAudit(
  db: Transaction,
  context: AnnotationContext,
  { lease, leaseMinutes }: Pick<LeaseKey, 'lease'> & { leaseMinutes: number },
  storedSequence: number | null,
  { row, events }: { row: AnnotationRow; events: readonly AnnotationEventInput[] },
  entry: Prisma.Sql,
): Promise<{ secondsLeft: number } | null> {
  // Another save may have committed since this statement began, and its child rows would be invisible here. `renew_lease`
  // takes its own snapshots, so it returns the current revision.
  const isSameDraft = Prisma.sql`and l.sequence = ${storedSequence}`
  const [stored] = await db.$queryRaw<{ secondsLeft: number; entry: string }[]>`/* named */
    with renewed as materialized (
      select seconds_left from renew_lease(${context.projectId}::uuid, ${context.userId}::uuid, ${lease}::uuid,
        ${leaseMinutes}, false) where revision = ${row.revision}
    ), stored as (
      ${storeAnnotationRowSql(context, row, Prisma.sql`from renewed`, isSameDraft)}
      returning id, answer_shown
    ), event as (
      ${storeAnnotationEventsSql(context, events, Prisma.sql`stored`)}
    )
    select r.seconds_left as "secondsLeft", ${entry} as entry from renewed r, stored s`
  return stored ?? null
}
