import { Prisma } from '@/lib/generated/prisma/client'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import type { DatabaseToRead } from '@/lib/platform/server/replica'
import { runTransaction } from '@/lib/platform/server/run-transaction'
import { setTransactionLimits } from '@/lib/platform/server/transaction-limits'

/**
 * How a later release finds out what is new: from the transactions that this release could see, and the
 * PostgreSQL cluster. A clock time would not do, because a transaction that began before the release
 * can end after it.
 */
export interface ReleaseSnapshot {
  cursor: string
  at: Date
}

/** Transactions that may not have ended: some below `from`, and all from it on. */
export interface UnfinishedTransactions {
  from: string
  below: string[]
}

const listMs = 10 * 60 * 1000
const waitForConnectionMs = 10_000

/**
 * A replica's snapshot does not list running transactions: PostgreSQL leaves the list empty there
 * (`pg_current_snapshot` of 18 and older), and later releases would miss what they write. So their
 * status is checked one by one before the snapshot is taken. Null on a primary, whose snapshots are
 * complete.
 */
export async function listUnfinishedTransactions({
  database,
  minWalPosition,
}: DatabaseToRead): Promise<UnfinishedTransactions | null> {
  if (minWalPosition === null) return null
  return runTransaction(
    database,
    async ({ db }) => {
      await setTransactionLimits(db, { statementMs: listMs })
      const [row] = await db.$queryRaw<[UnfinishedTransactions]>`
        select pg_snapshot_xmax(now)::text as from, array(
          select x::text from generate_series(pg_snapshot_xmin(now)::text::bigint, pg_snapshot_xmax(now)::text::bigint - 1) x
          where pg_xact_status(x::text::xid8) = 'in progress' order by x
        ) as below
        from (select pg_current_snapshot() as now offset 0) s`
      return row
    },
    { timeout: listMs, maxWait: waitForConnectionMs },
  )
}

/**
 * The snapshot of the current transaction, which must be REPEATABLE READ.
 *
 * @param unfinished of a replica, listed before the transaction began
 */
export async function readReleaseSnapshot(
  db: Transaction,
  projectId: string,
  unfinished: UnfinishedTransactions | null,
): Promise<ReleaseSnapshot> {
  const [row] = await (unfinished
    ? readReplicaSnapshot(db, projectId, unfinished)
    : db.$queryRaw<[ReleaseSnapshot]>`
      select system_identifier || '/' || pg_current_snapshot()::text as cursor, clock_timestamp() as at
      from pg_control_system()`)
  return row
}

/**
 * Of the transactions that may have been running, those with visible rows had ended. The others have
 * no visible rows, so counting them as missing is right either way: their rows come later or never.
 * `at` is the time of the last transaction replayed from the primary.
 */
const readReplicaSnapshot = (
  db: Transaction,
  projectId: string,
  { from, below }: UnfinishedTransactions,
) =>
  db.$queryRaw<[ReleaseSnapshot]>`
    with s as (select pg_current_snapshot() as now),
      unsure as (
        select unnest(${below}::text[])::bigint as x
        union all
        select generate_series(${from}::bigint, pg_snapshot_xmax(now)::text::bigint - 1) from s
      ),
      visible as (
        select changed_xid::text::bigint as x from annotation
        where project_id = ${projectId}::uuid and changed_xid >= (select min(x)::text::xid8 from unsure)
        union
        select changed_xid::text::bigint from adjudication
        where project_id = ${projectId}::uuid and changed_xid >= (select min(x)::text::xid8 from unsure)
      ),
      missing as (select x from unsure except select x from visible)
    select system_identifier || '/' || coalesce((select min(x)::text from missing), pg_snapshot_xmax(now)::text) || ':'
        || pg_snapshot_xmax(now)::text || ':' || coalesce((select string_agg(x::text, ',' order by x) from missing), '')
        as cursor,
      coalesce(pg_last_xact_replay_timestamp(), clock_timestamp()) as at
    from s, pg_control_system()`

async function readCluster(db: Transaction): Promise<string> {
  const [row] = await db.$queryRaw<[{ cluster: string }]>`
    select system_identifier::text as cluster from pg_control_system()`
  return row.cluster
}

/**
 * Throws `conflict` if the release comes from another PostgreSQL cluster, for example before a move
 * by dump, because its transaction numbers mean nothing here.
 */
export async function requireSameCluster(
  db: Transaction,
  earlier: { number: number; cursor: string },
): Promise<void> {
  if (splitCursor(earlier.cursor)[0] === (await readCluster(db))) return
  throw new AppError(
    'conflict',
    `Release ${earlier.number} was created on another database server, so later changes can’t be determined. ` +
      'Nothing was changed. Create a full release, and compare the two.',
  )
}

/**
 * Whether an annotation `l` was added or changed by a transaction that the cursor's release did not
 * see.
 */
export const isNewSinceReleaseSql = (cursor: string) =>
  isUnseenTransactionSql(cursor, Prisma.sql`l.changed_xid`)

/** @param changedIn the last transaction that changed the row */
export function isUnseenTransactionSql(cursor: string, changedIn: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`not pg_visible_in_snapshot(${changedIn}, ${splitCursor(cursor)[1]}::pg_snapshot)`
}

function splitCursor(cursor: string): [cluster: string, snapshot: string] {
  const offset = cursor.indexOf('/')
  return [cursor.slice(0, offset), cursor.slice(offset + 1)]
}
