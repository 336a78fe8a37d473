import type { Transaction } from '@/lib/platform/server/database'

/**
 * For the rest of the transaction: pages follow the primary key. Where a condition is costly and the project not large,
 * the database would rather read all of it and sort, for every page.
 */
export async function preferPages(db: Transaction): Promise<void> {
  await db.$executeRaw`
    select set_config('enable_sort', 'off', true), set_config('enable_hashjoin', 'off', true)`
}
