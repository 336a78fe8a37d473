import { Prisma } from '@/lib/generated/prisma/client'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'

/**
 * What a release remembers to tell later what came after it: which transactions it could see, and in which PostgreSQL.
 * No time of a clock could: a transaction that began before the release may end after it.
 */
export interface Snapshot {
  cursor: string
  at: Date
}

/** Of the transaction that asks, which must be REPEATABLE READ. */
export async function readSnapshot(db: Transaction): Promise<Snapshot> {
  const [row] = await db.$queryRaw<[Snapshot]>`
    select system_identifier || '/' || pg_current_snapshot()::text as cursor, clock_timestamp() as at
    from pg_control_system()`
  return row
}

async function readCluster(db: Transaction): Promise<string> {
  const [row] = await db.$queryRaw<[{ cluster: string }]>`
    select system_identifier::text as cluster from pg_control_system()`
  return row.cluster
}

/**
 * Throws `conflict` where the release was made by another PostgreSQL, as after moving to another host by a dump: numbers
 * of transactions mean nothing there.
 */
export async function requireSameCluster(
  db: Transaction,
  earlier: { number: number; cursor: string },
): Promise<void> {
  if (splitCursor(earlier.cursor)[0] === (await readCluster(db))) return
  throw new AppError(
    'conflict',
    `Release ${earlier.number} was made in another database server, so what came after it cannot be told. ` +
      'Nothing was changed. Make a whole release, and compare the two.',
  )
}

/** Whether a labelling `l` was added or changed by a transaction that the cursor's release did not see. */
export const isNewSince = (cursor: string) => isUnseen(cursor, Prisma.sql`l.changed_in`)

/** @param changedIn the transaction that changed the row last */
export function isUnseen(cursor: string, changedIn: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`not pg_visible_in_snapshot(${changedIn}, ${splitCursor(cursor)[1]}::pg_snapshot)`
}

function splitCursor(cursor: string): [cluster: string, snapshot: string] {
  const at = cursor.indexOf('/')
  return [cursor.slice(0, at), cursor.slice(at + 1)]
}
