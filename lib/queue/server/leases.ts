import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import { endDue } from './due.sql'

/** What a save or a submit holds on to: the lease row is locked until the transaction ends. */
export interface HeldLease {
  id: string
  solutionId: string
  secondsLeft: number
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
    returning id, solution_id as "solutionId", extract(epoch from expires_at - now())::float8 as "secondsLeft"`
  if (!row) throw makeLeaseLost()
  return row
}

function makeLeaseLost(): AppError {
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
): Promise<HeldLease> {
  const rows = await db.$queryRaw<HeldLease[]>`
    update lease set expires_at = now() + make_interval(mins => ${leaseMinutes})
    where project_id = ${projectId}::uuid and user_id = ${userId}::uuid and expires_at > now()
    returning id, solution_id as "solutionId", extract(epoch from expires_at - now())::float8 as "secondsLeft"`
  const held = rows.find(({ id }) => id === lease)
  if (!held) throw makeLeaseLost()
  return held
}

/**
 * Ends a lease: `done` counts the solution as labelled once more, and it is due to this person no more; otherwise its
 * place is free again. The one fetched ahead becomes the current one.
 */
export async function endLease(
  db: Transaction,
  { projectId, userId }: Holder,
  { id, solutionId }: Pick<HeldLease, 'id' | 'solutionId'>,
  outcome: 'done' | 'given_back',
): Promise<void> {
  await db.$executeRaw`
    with ended as (
      delete from lease where project_id = ${projectId}::uuid and id = ${id}::uuid returning solution_id
    )
    update queue_item q set held = held - 1, done = done + ${outcome === 'done' ? 1 : 0}
    from ended where q.project_id = ${projectId}::uuid and q.solution_id = ${solutionId}::uuid`
  if (outcome === 'done') await endDue(db, { projectId, userId, solutionId })
  await db.$executeRaw`
    update lease set is_ahead = false
    where project_id = ${projectId}::uuid and user_id = ${userId}::uuid and is_ahead
      and not exists (select from lease o where o.project_id = ${projectId}::uuid and o.user_id = ${userId}::uuid
        and not o.is_ahead)`
}
