import type { Transaction } from './database'

/**
 * For the rest of the transaction, PostgreSQL reads without parallel workers. Exports read pages of up to 2,000 rows:
 * starting workers for each page takes longer than they save, and they compete with the process that writes the lines.
 */
export async function disableParallelWorkers(db: Transaction): Promise<void> {
  await db.$executeRaw`select set_config('max_parallel_workers_per_gather', '0', true)`
}
