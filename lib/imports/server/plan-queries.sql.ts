import type { Database, Transaction } from '@/lib/platform/server/database'

// PostgreSQL gathers statistics some time after a commit. What is planned in the transaction of an import comes before it,
// and to gather them there would keep other imports and autovacuum from the tables until its end.

/**
 * Plans anew what the connection runs again and again, the check of a foreign key among it, by how large the tables are
 * now, and without reading them whole: planned while the table of problems was empty, the check read all of it for each
 * solution (42 s of 48 for 100,000). No one else notices.
 */
export async function planForGrowth(db: Transaction): Promise<void> {
  await db.$executeRaw`set local enable_seqscan = off`
  await db.$executeRaw`discard plans`
}

/**
 * For the rest of the transaction, statements are planned for many rows on either side of a join, whatever the statistics
 * say: without them ranking the queue took minutes.
 */
export async function planForMany(db: Transaction): Promise<void> {
  await db.$executeRaw`select set_config('enable_seqscan', 'on', true), set_config('enable_nestloop', 'off', true)`
}

/** Takes a second, and no table from anyone else who is at it. */
export async function readStatistics(db: Database): Promise<void> {
  await db.$executeRaw`analyze (skip_locked) problem, solution, annotation, queue_item`
}
