import type { Transaction } from '@/lib/platform/server/database'

/**
 * Whatever begins sessions of an account, or ends them, takes its row first: of two at once the second waits, and sees what the
 * first has done. Before anything that they both touch, so that neither waits for the other in a circle. What refers to an
 * account goes on meanwhile.
 */
export async function lockAccount(db: Transaction, userId: string): Promise<void> {
  await db.$queryRaw`select from app_user where id = ${userId}::uuid for no key update`
}
