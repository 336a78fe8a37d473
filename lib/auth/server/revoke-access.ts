import type { Transaction } from '@/lib/platform/server/database'
import { endSessionsOf } from './end-sessions'
import { endResets } from './password-resets'

/** Every session, token, known device and open link of an account, for good; its password and its codes stay. */
export async function revokeAccess(db: Transaction, userId: string): Promise<void> {
  await endSessionsOf(db, userId)
  await db.$executeRaw`
    update api_token set revoked_at = now() where user_id = ${userId}::uuid and revoked_at is null`
  await endResets(db, userId)
}
