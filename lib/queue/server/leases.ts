import { AppError } from '@/lib/platform/errors'
import type { LeasePurpose } from '@/lib/generated/prisma/client'
import type { Transaction } from '@/lib/platform/server/database'

/** What a save or a submit holds on to: the lease row is locked until the transaction ends. */
export interface HeldLease {
  id: string
  solutionId: string
  expiresAt: Date
  secondsLeft: number
  purpose: LeasePurpose
}

interface Holder {
  projectId: string
  userId: string
}

/**
 * Locks a person's live lease and makes it last as long again. Throws `lease_lost` where there is none: it ran out, was
 * given back, or never was theirs. Time is the database's.
 */
export async function holdLease(
  db: Transaction,
  { projectId, userId, leaseMinutes, lease }: Holder & { leaseMinutes: number; lease: string },
): Promise<HeldLease> {
  const [row] = await db.$queryRaw<HeldLease[]>`
    update lease set expires_at = now() + make_interval(mins => ${leaseMinutes})
    where project_id = ${projectId}::uuid and id = ${lease}::uuid and user_id = ${userId}::uuid and expires_at > now()
    returning id, solution_id as "solutionId", purpose::text, expires_at as "expiresAt",
      extract(epoch from expires_at - now())::float8 as "secondsLeft"`
  if (!row) throw makeLeaseLost()
  return row
}

export function makeLeaseLost(): AppError {
  return new AppError(
    'lease_lost',
    'Your lease on this solution ran out or was given back. Nothing was changed on the server.',
  )
}

/**
 * Makes all live leases of a person last as long again: the current one, and the one ahead. Throws `lease_lost` where
 * the one named is not among them; the other may have gone without a word.
 */
export async function renewLeases(
  db: Transaction,
  { projectId, userId, leaseMinutes, lease }: Holder & { leaseMinutes: number; lease: string },
): Promise<Omit<HeldLease, 'purpose'>> {
  const rows = await db.$queryRaw<Omit<HeldLease, 'purpose'>[]>`
    update lease set expires_at = now() + make_interval(mins => ${leaseMinutes})
    where project_id = ${projectId}::uuid and user_id = ${userId}::uuid and expires_at > now()
    returning id, solution_id as "solutionId", expires_at as "expiresAt",
      extract(epoch from expires_at - now())::float8 as "secondsLeft"`
  const held = rows.find(({ id }) => id === lease)
  if (!held) throw makeLeaseLost()
  return held
}

/**
 * Ends a lease: `done` counts the solution as labelled once more, and it is due to this person no more; `given_back` frees
 * its place again, and so does `skipped`. Gold has no place: given back, it stays planned for this person, as work comes
 * back to who gives it back (should it be work by now, it is there for them as that); else a row is written as that of an item is, so that it takes as long. The one fetched ahead becomes the current one. Call it under `lockClaimer`.
 */
export async function endLease(
  db: Transaction,
  { projectId, userId }: Holder,
  { id }: Pick<HeldLease, 'id'>,
  outcome: 'done' | 'given_back' | 'skipped',
): Promise<void> {
  const isDone = outcome === 'done'
  await db.$executeRaw`
    with ended as (
      delete from lease where project_id = ${projectId}::uuid and user_id = ${userId}::uuid and id = ${id}::uuid
      returning project_id, solution_id, user_id, purpose
    ), counted as (
      update queue_item q set held = held - 1, done = done + ${isDone ? 1 : 0}
      from ended e where e.purpose = 'work' and q.project_id = e.project_id and q.solution_id = e.solution_id
    ), served as (
      delete from queue_gold g using ended e
      where ${outcome !== 'given_back'} and e.purpose = 'screening' and g.project_id = e.project_id
        and g.user_id = e.user_id and g.solution_id = e.solution_id
    ), opened as (
      update queue_item q set opened_in = pg_current_xact_id() from ended e
      where ${outcome === 'given_back'} and e.purpose <> 'work' and q.project_id = e.project_id
        and q.solution_id = e.solution_id and q.held + q.done < q.wanted
    ), over as (
      update queue_gold g set served_at = 'infinity' from ended e
      where ${outcome !== 'given_back'} and e.purpose = 'gold' and g.project_id = e.project_id
        and g.user_id = e.user_id and g.solution_id = e.solution_id
    ), undue as (
      delete from queue_due d using ended e
      where ${isDone} and d.project_id = e.project_id and d.user_id = e.user_id and d.solution_id = e.solution_id
    )
    update lease l set is_ahead = false from ended e
    where l.project_id = e.project_id and l.user_id = e.user_id and l.is_ahead
      and not exists (select from lease o where o.project_id = e.project_id and o.user_id = e.user_id
        and not o.is_ahead and o.id <> ${id}::uuid)`
}
