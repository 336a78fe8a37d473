import type { Transaction } from '@/lib/platform/server/database'

/**
 * Locks the account's row. Code that starts a session or ends all of them locks this row before others, so that there is no
 * deadlock. If two run at once, the second waits and then sees the first one's changes. Inserting rows that refer to the
 * account is not blocked.
 */
export async function lockAccountRow(db: Transaction, userId: string): Promise<void> {
  await db.$queryRaw`select from app_user where id = ${userId}::uuid for no key update`
}
