import type { Transaction } from '@/lib/platform/server/database'
import { revokeAccess } from './revoke-access'
import { setPassword } from './first-passwords'
import { removeSecondFactor } from './second-factor'
import { makeSecret } from './secrets'

/**
 * Someone has shown that an account's address is theirs. If no one had before, whoever made the account may have been
 * someone else, waiting for them: every way in that was there ends, and so does its password. So do its codes, unless
 * `keepsCodes`: they keep out whoever has got at nothing but the owner's mail, and let in no one by themselves.
 */
export async function proveAddress(
  db: Transaction,
  userId: string,
  { keepsCodes = false }: { keepsCodes?: boolean } = {},
): Promise<void> {
  const proved = await db.$executeRaw`
    update app_user set email_verified_at = now() where id = ${userId}::uuid and email_verified_at is null`
  if (proved === 0) return
  await revokeAccess(db, userId)
  if (!keepsCodes) await removeSecondFactor(db, userId)
  await setPassword(db, userId, makeSecret())
}
