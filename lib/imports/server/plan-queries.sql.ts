import { Prisma } from '@/lib/generated/prisma/client'
import type { Database, Transaction } from '@/lib/platform/server/database'

// PostgreSQL gathers statistics some time after a commit, but an import's transaction plans before
// that. Gathering them there would block other imports and autovacuum of the tables until it ends.

/**
 * Makes the connection plan its repeated statements again, including foreign-key checks, for the
 * current table sizes and without reading the tables: planned for an empty table of problems, the
 * check read all of it for each solution (42 of 48 s for 100,000). Other connections don't notice.
 */
export async function replanPreparedStatements(db: Transaction): Promise<void> {
  await db.$executeRaw`set local enable_seqscan = off`
  await db.$executeRaw`discard plans`
}

/**
 * For the rest of the transaction, plan joins for many rows on both sides, whatever the statistics
 * say. Without this, ranking the queue took minutes.
 */
export async function planJoinsForManyRows(db: Transaction): Promise<void> {
  await db.$executeRaw`select set_config('enable_seqscan', 'on', true), set_config('enable_nestloop', 'off', true)`
}

/** Fewer new rows are left to PostgreSQL, which gathers statistics within a minute. */
const analyzeAfterRows = 500

/**
 * Gathers statistics of the tables to which an import has added many rows. Takes some tenths of a second and blocks no
 * other user of the tables. A table with few committed rows must not be analysed: if only running transactions have added
 * rows, PostgreSQL would take it for empty from then on, however large it becomes.
 *
 * Of solutions and annotations, only columns that conditions refer to: most of the time would go into long texts and
 * lists. Problems are analysed whole, because their index by hash would have no statistics otherwise.
 */
export async function analyzeImportTables(
  db: Database,
  added: { solutions: number; annotations: number; queued: number },
): Promise<void> {
  const tables = [
    ...(added.solutions < analyzeAfterRows
      ? []
      : [
          Prisma.sql`problem`,
          Prisma.sql`solution (project_id, id, problem_id, content_hash, flow, answer, verdict, generator, import_id)`,
        ]),
    ...(added.annotations < analyzeAfterRows
      ? []
      : [
          Prisma.sql`annotation (project_id, id, solution_id, user_id, labeler, origin, state, submitted_at, import_id)`,
        ]),
    ...(added.queued < analyzeAfterRows ? [] : [Prisma.sql`queue_item`]),
  ]
  if (tables.length > 0) await db.$executeRaw`analyze (skip_locked) ${Prisma.join(tables)}`
}
