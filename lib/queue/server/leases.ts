import type { LeasePurpose } from '@/lib/generated/prisma/client'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'

/** A lease whose row is locked until the transaction ends, as a save or submit needs it. */
export interface LockedLease {
  id: string
  solutionId: string
  expiresAt: Date
  secondsLeft: number
  purpose: LeasePurpose
}

interface LeaseHolder {
  projectId: string
  userId: string
}

/**
 * Locks the annotator's active lease and extends it. Throws `lease_lost` if it has expired, was released, or belongs to
 * someone else. Uses the database clock.
 */
export async function lockAndRenewLease(
  db: Transaction,
  { projectId, userId, leaseMinutes, lease }: LeaseHolder & { leaseMinutes: number; lease: string },
): Promise<LockedLease> {
  const [row] = await db.$queryRaw<LockedLease[]>`
    update lease set expires_at = now() + make_interval(mins => ${leaseMinutes})
    where project_id = ${projectId}::uuid and id = ${lease}::uuid and user_id = ${userId}::uuid and expires_at > now()
    returning id, solution_id as "solutionId", purpose::text, expires_at as "expiresAt",
      extract(epoch from expires_at - now())::float8 as "secondsLeft"`
  if (!row) throw createLeaseLostError()
  return row
}

export function createLeaseLostError(): AppError {
  return new AppError(
    'lease_lost',
    'Your lease on this solution has expired or was released. Nothing was changed on the server. Claim the next solution.',
  )
}

/**
 * Extends all active leases of an annotator: the current one and the prefetched one. Throws `lease_lost` if `lease` is not
 * among them; a missing second lease is not an error.
 */
export async function renewLeases(
  db: Transaction,
  { projectId, userId, leaseMinutes, lease }: LeaseHolder & { leaseMinutes: number; lease: string },
): Promise<Omit<LockedLease, 'purpose'>> {
  const rows = await db.$queryRaw<Omit<LockedLease, 'purpose'>[]>`
    update lease set expires_at = now() + make_interval(mins => ${leaseMinutes})
    where project_id = ${projectId}::uuid and user_id = ${userId}::uuid and expires_at > now()
    returning id, solution_id as "solutionId", expires_at as "expiresAt",
      extract(epoch from expires_at - now())::float8 as "secondsLeft"`
  const match = rows.find(({ id }) => id === lease)
  if (!match) throw createLeaseLostError()
  return match
}

/**
 * Ends a lease. `done` turns its slot into a finished annotation and deletes the rework; `released` and `skipped` free the
 * slot. Gold has no slot. Released gold stays planned for this annotator, because released work is served to them again too;
 * gold that has become ordinary work is served as work. Every outcome also writes a row for gold, so that timing does not
 * reveal it. The prefetched lease becomes the current one. Requires `lockClaimsOfAnnotator`.
 */
export async function endLease(
  db: Transaction,
  { projectId, userId }: LeaseHolder,
  { id }: Pick<LockedLease, 'id'>,
  outcome: 'done' | 'released' | 'skipped',
): Promise<void> {
  const isDone = outcome === 'done'
  await db.$executeRaw`/* named */
    with ended as (
      delete from lease where project_id = ${projectId}::uuid and user_id = ${userId}::uuid and id = ${id}::uuid
      returning project_id, solution_id, user_id, purpose
    ), counted as (
      update queue_item q set leased = leased - 1, done = done + ${isDone ? 1 : 0}
      from ended e where e.purpose = 'work' and q.project_id = e.project_id and q.solution_id = e.solution_id
    ), finished_screening as (
      delete from queue_gold g using ended e
      where ${outcome !== 'released'} and e.purpose = 'screening' and g.project_id = e.project_id
        and g.user_id = e.user_id and g.solution_id = e.solution_id
    ), freed as (
      update queue_item q set available_xid = pg_current_xact_id() from ended e
      where ${outcome === 'released'} and e.purpose <> 'work' and q.project_id = e.project_id
        and q.solution_id = e.solution_id and q.leased + q.done < q.slots
    ), finished_gold as (
      update queue_gold g set served_at = 'infinity' from ended e
      where ${outcome !== 'released'} and e.purpose = 'gold' and g.project_id = e.project_id
        and g.user_id = e.user_id and g.solution_id = e.solution_id
    ), finished_rework as (
      delete from queue_rework d using ended e
      where ${isDone} and d.project_id = e.project_id and d.user_id = e.user_id and d.solution_id = e.solution_id
    )
    update lease l set is_prefetched = false from ended e
    where l.project_id = e.project_id and l.user_id = e.user_id and l.is_prefetched
      and not exists (select from lease o where o.project_id = e.project_id and o.user_id = e.user_id
        and not o.is_prefetched and o.id <> ${id}::uuid)`
}
