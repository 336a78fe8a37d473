import type { Transaction } from '@/lib/platform/server/database'

/**
 * Everything that starts or ends sessions of an account locks its row first, before other rows, so that there is no
 * deadlock. Of two at once, the second waits and sees the changes of the first. Foreign keys to the account are not
 * blocked.
 */
export async function lockAccount(db: Transaction, userId: string): Promise<void> {
  await db.$queryRaw`select from app_user where id = ${userId}::uuid for no key update`
}
