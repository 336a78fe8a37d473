import type { Transaction } from '@/lib/platform/server/database'

/**
 * For the rest of the transaction, PostgreSQL reads without parallel workers. For a page of 2,000 rows, starting them
 * takes longer than they save, and the web server needs the other core.
 */
export async function disableParallelWorkers(db: Transaction): Promise<void> {
  await db.$executeRaw`select set_config('max_parallel_workers_per_gather', '0', true)`
}

/**
 * For the rest of the transaction, pages follow the primary key. With an expensive condition and a
 * small project, PostgreSQL would otherwise read and sort everything for every page.
 */
export async function preferPrimaryKeyOrder(db: Transaction): Promise<void> {
  await db.$executeRaw`
    select set_config('enable_sort', 'off', true), set_config('enable_hashjoin', 'off', true)`
}
