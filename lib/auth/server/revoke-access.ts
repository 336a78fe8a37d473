import type { Transaction } from '@/lib/platform/server/database'
import { endSessionsOf } from './end-sessions'
import { endResets } from './password-resets'

/** Permanently ends all sessions, tokens, known devices and open links of an account. Its password and codes stay. */
export async function revokeAccess(db: Transaction, userId: string): Promise<void> {
  await endSessionsOf(db, userId)
  await db.$executeRaw`
    update api_token set revoked_at = now() where user_id = ${userId}::uuid and revoked_at is null`
  await endResets(db, userId)
}
