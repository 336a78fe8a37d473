import type { Transaction } from '@/lib/platform/server/database'

/**
 * For the rest of the transaction, pages follow the primary key. In a project with few pages, or with an
 * expensive condition, PostgreSQL would otherwise format and sort all remaining rows for every page.
 */
export async function preferPrimaryKeyOrder(db: Transaction): Promise<void> {
  await db.$executeRaw`
    select set_config('enable_sort', 'off', true), set_config('enable_hashjoin', 'off', true)`
}
