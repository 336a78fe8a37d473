import type { Transaction } from '@/lib/platform/server/database'
import { endSessionsOfAccount } from './end-sessions'
import { endResetLinksOfAccount } from './password-reset-links'

/** Permanently ends all sessions, tokens, known browsers and pending links of an account. Its password and codes stay. */
export async function revokeAccountAccess(db: Transaction, userId: string): Promise<void> {
  await endSessionsOfAccount(db, userId)
  await db.$executeRaw`
    update api_token set revoked_at = now() where user_id = ${userId}::uuid and revoked_at is null`
  await endResetLinksOfAccount(db, userId)
}
