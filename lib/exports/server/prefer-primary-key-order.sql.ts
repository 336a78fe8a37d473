import type { Transaction } from '@/lib/platform/server/database'

/**
 * For the rest of the transaction, pages follow the primary key. With an expensive condition and a
 * small project, PostgreSQL would otherwise read and sort everything for every page.
 */
export async function preferPrimaryKeyOrder(db: Transaction): Promise<void> {
  await db.$executeRaw`
    select set_config('enable_sort', 'off', true), set_config('enable_hashjoin', 'off', true)`
}
