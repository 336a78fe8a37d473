import type { Transaction } from '@/lib/platform/server/database'
import { setPassword } from './first-passwords'
import { revokeAccountAccess } from './revoke-access'
import { removeSecondFactor } from './second-factor'
import { generateSecret } from './secrets'

/**
 * Called when a person has confirmed the address of their account. If it was unconfirmed, someone else may have
 * created the account: ends all sessions, tokens and links, and replaces the password with an unknown one. Codes are
 * removed too, unless `keepsCodes` is set: they protect against a person who only has access to the owner's mail, and
 * grant nothing by themselves.
 */
export async function confirmEmailAddress(
  db: Transaction,
  userId: string,
  { keepsCodes = false }: { keepsCodes?: boolean } = {},
): Promise<void> {
  const updatedCount = await db.$executeRaw`
    update app_user set email_verified_at = now() where id = ${userId}::uuid and email_verified_at is null`
  if (updatedCount === 0) return
  await revokeAccountAccess(db, userId)
  if (!keepsCodes) await removeSecondFactor(db, userId)
  await setPassword(db, userId, generateSecret())
}
