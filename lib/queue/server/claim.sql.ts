import { v7 as makeId } from 'uuid'
import { Prisma } from '@/lib/generated/prisma/client'
import type { Database, Transaction } from '@/lib/platform/server/database'

/** A lease, as returned to the annotator who holds it. */
export interface LeaseRow {
  id: string
  solutionId: string
  isPrefetched: boolean
  expiresAt: Date
  secondsLeft: number
}

interface Claimer {
  projectId: string
  userId: string
}

/**
 * Serialises an annotator's claims across tabs and processes, and every other operation that changes more than one of
 * their leases: without it, two such operations could lock the leases in different orders and deadlock. Held until the
 * transaction ends. Other annotators are not blocked.
 */
export async function lockClaimsOfAnnotator(
  db: Transaction,
  { projectId, userId }: Claimer,
): Promise<void> {
  const key = claimerLockKeySql(Prisma.sql`${projectId}`, Prisma.sql`${userId}`)
  await db.$executeRaw`select pg_advisory_xact_lock(${key})`
}

/** The advisory lock key of an annotator in a project. */
export const claimerLockKeySql = (projectId: Prisma.Sql, userId: Prisma.Sql) =>
  Prisma.sql`hashtextextended('claim/' || ${projectId}::text || '/' || ${userId}::text, 0)`

/**
 * Ends expired leases so that their slots can be claimed again, except those that others have locked. Needs a transaction of
 * its own: see `end_expired_leases`. Cheap when none expired: uses the index on expires_at.
 */
export async function endExpiredLeases(db: Database, projectId: string): Promise<void> {
  await db.$executeRaw`select end_expired_leases(${projectId}::uuid)::text`
}

/** The lease that a claim returned, and why this solution. */
export type ServedLease = LeaseRow & {
  reason: 'resumed' | 'screening' | 'work'
  note: string | null
}

export interface ClaimInput extends Claimer {
  prefetch: boolean
  leaseMinutes: number
}

const servedLeaseColumns = Prisma.sql`c.why as reason, c.id, c.solution_id as "solutionId", c.is_prefetched as "isPrefetched",
  c.expires_at as "expiresAt", c.seconds_left as "secondsLeft", c.note`

const claimNextSql = (
  { userId, prefetch, leaseMinutes }: Omit<ClaimInput, 'projectId'>,
  projectId: Prisma.Sql,
) =>
  Prisma.sql`claim_next(${projectId}, ${userId}::uuid, ${makeId()}::uuid, ${prefetch}, ${leaseMinutes}) as c`

/**
 * Resumes the annotator's current lease; otherwise claims a screening item, the best waiting item, or gold. Runs as one
 * database function, `claim_next`. Returns null if the annotator is blocked (`findClaimBlockReason`), if nothing is waiting,
 * or if they have rework (which comes first) and have not rated anything in their current solution.
 */
export async function resumeOrClaimItem(
  db: Transaction,
  claim: ClaimInput,
): Promise<ServedLease | null> {
  const [row] = await db.$queryRaw<
    ServedLease[]
  >`select ${servedLeaseColumns} from ${claimNextSql(claim, Prisma.sql`${claim.projectId}::uuid`)}`
  return row ?? null
}

/**
 * As `resumeOrClaimItem`, plus the audit entry, in one statement that needs no surrounding transaction. Also null, without
 * effect, if the project has expired leases: end these first.
 */
export async function resumeOrClaimItemWithAudit(
  db: Transaction,
  claim: ClaimInput,
  writeEntry: (target: Prisma.Sql, detail: Prisma.Sql) => Prisma.Sql,
): Promise<ServedLease | null> {
  const entry = writeEntry(
    Prisma.sql`'solution:' || c.solution_id`,
    Prisma.sql`jsonb_build_object('lease', c.id, 'reason', c.why)::text`,
  )
  const [row] = await db.$queryRaw<(ServedLease & { entry: string })[]>`/* named */
    with claimable as materialized (
      select ${claim.projectId}::uuid as project_id where not exists (
        select from lease where project_id = ${claim.projectId}::uuid and expires_at <= now())
    )
    select ${servedLeaseColumns}, ${entry} as entry
    from claimable p cross join lateral ${claimNextSql(claim, Prisma.sql`p.project_id`)}`
  return row ?? null
}

/** Why `claimNext` serves no work to this annotator. `screening`: all items are submitted but not graded yet. */
export type ClaimBlockReason = 'paused' | 'required' | 'screening' | 'failed'

export async function findClaimBlockReason(
  db: Transaction,
  { projectId, userId }: Claimer,
): Promise<ClaimBlockReason | null> {
  const [row] = await db.$queryRaw<[{ reason: ClaimBlockReason | null }]>`
    select find_block_reason(${projectId}::uuid, ${userId}::uuid) as reason`
  return row.reason
}

/** Size and pass mark of the annotator's screening, as stored when it started; otherwise from the project settings. */
export async function readScreeningRequirement(
  db: Transaction,
  { projectId, userId }: Claimer,
): Promise<{ items: number; share: number }> {
  const [row] = await db.$queryRaw<{ items: number; share: number }[]>`
    select coalesce(case when s.status = 'screening' then s.items end, p.screening_items)::int as items,
      coalesce(a.pass_share, p.screening_share) as share
    from project p left join queue_admission s on s.project_id = p.id and s.user_id = ${userId}::uuid
      left join screening_attempt a on a.project_id = p.id and a.user_id = s.user_id and s.status = 'screening'
        and a.state = 'running'
    where p.id = ${projectId}::uuid`
  return row!
}

export async function listActiveLeases(db: Transaction, claimer: Claimer): Promise<LeaseRow[]> {
  return db.$queryRaw<LeaseRow[]>`
    select id, solution_id as "solutionId", is_prefetched as "isPrefetched", expires_at as "expiresAt",
      extract(epoch from expires_at - now())::float8 as "secondsLeft"
    from lease
    where project_id = ${claimer.projectId}::uuid and user_id = ${claimer.userId}::uuid and expires_at > now()`
}

/**
 * Claims the best waiting solution that the annotator has not already annotated, skipped or leased, or gold in its place;
 * the annotator can't tell which. Waits for the last locked items before it returns null. Never returns rework, whose slot
 * may still count as done: see `claimReworkItem`.
 *
 * Slots are counted on the locked row itself, so PostgreSQL re-checks the count after it gets the lock. Counting rows of
 * the lease table would use the statement's snapshot and exceed the overlap (3 of 482 claims in a test).
 */
export async function claimBestItem(
  db: Transaction,
  { projectId, userId }: Claimer,
  { isPrefetched, leaseMinutes }: { isPrefetched: boolean; leaseMinutes: number },
): Promise<LeaseRow | null> {
  const rows = await db.$queryRaw<LeaseRow[]>`
    select id, solution_id as "solutionId", is_prefetched as "isPrefetched", expires_at as "expiresAt",
      extract(epoch from expires_at - now())::float8 as "secondsLeft"
    from lease_best_item(${projectId}::uuid, ${userId}::uuid, ${makeId()}::uuid, ${isPrefetched}, ${leaseMinutes})`
  return rows[0] ?? null
}

export interface EmptyClaimDiagnosis {
  hasItems: boolean
  /** A slot that this annotator could claim was freed since `snapshot`. */
  hasNewlyFreed: boolean
  /** When the first lease of another annotator expires on a solution that this annotator could claim. */
  othersExpireAt: Date | null
  /** Some slots are free or leased by others, whether or not this annotator could claim them. */
  hasUnfinishedSlots: boolean
}

/** The current transaction snapshot. Transactions that it does not see ended later or not at all. */
export async function readTransactionSnapshot(db: Transaction): Promise<string> {
  const [row] = await db.$queryRaw<[{ snapshot: string }]>`
    select pg_current_snapshot()::text as snapshot`
  return row.snapshot
}

/**
 * Reads why a claim found nothing. Every slot that was taken during the claim is now leased, done, or was freed after
 * `snapshot`, which must be read before that claim (docs/decisions/017-queue-cursor-per-annotator.md).
 */
export async function diagnoseEmptyClaim(
  db: Transaction,
  { projectId, userId }: Claimer,
  snapshot: string,
): Promise<EmptyClaimDiagnosis> {
  /** On queue_item `q`: the annotator could claim it if it had a free slot. */
  const isClaimableSql = Prisma.sql`not exists (select from queue_block b where b.project_id = q.project_id
      and b.solution_id = q.solution_id and b.user_id = ${userId}::uuid and coalesce(b.round = q.round, true) offset 0)
    and not exists (select from queue_exclusion x where x.project_id = q.project_id and x.solution_id = q.solution_id)`
  const [row] = await db.$queryRaw<EmptyClaimDiagnosis[]>`
    with leased_by_others as (
      select q.project_id, q.solution_id, q.round, q.closed_slots, l.expires_at from lease l
        join queue_item q on q.project_id = l.project_id and q.solution_id = l.solution_id
      where l.project_id = ${projectId}::uuid and l.user_id <> ${userId}::uuid and l.purpose = 'work'
    )
    select
      exists (select from queue_item where project_id = ${projectId}::uuid) as "hasItems",
      exists (select from queue_item q where project_id = ${projectId}::uuid and leased + done < slots
        -- Transaction ids above the current snapshot were restored from another server: ignore them.
        and available_xid between pg_snapshot_xmin(${snapshot}::pg_snapshot) and pg_snapshot_xmax(pg_current_snapshot())
        and not pg_visible_in_snapshot(available_xid, ${snapshot}::pg_snapshot) and ${isClaimableSql}) as "hasNewlyFreed",
      (select min(q.expires_at) from leased_by_others q where q.closed_slots is null and ${isClaimableSql}) as "othersExpireAt",
      exists (select from leased_by_others) or (
        -- The order makes this an index lookup; without it a finished queue would be scanned to its end.
        select true from queue_item q where project_id = ${projectId}::uuid and leased + done < slots
          and not exists (select from queue_exclusion x where x.project_id = q.project_id
            and x.solution_id = q.solution_id)
        order by available_xid limit 1) is not null as "hasUnfinishedSlots"`
  return row!
}
