import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import type { Person } from '../actor'
import type { CallerContext } from './call-options'
import { lockAccountRow } from './lock-account-row'
import { extendTransactionForHashing, requirePasswordSignIn, verifyPassword } from './passwords'
import { consumeReauthenticationAttempt } from './sign-in-attempts'

/**
 * For calls that need a signed-in person's password or code: counts the attempt, even if correct, so that a signed-in
 * browser can't bypass the sign-in limit. Runs before the transaction, which must not wait for a second connection.
 */
export async function limitPasswordConfirmations({ actor }: CallerContext): Promise<void> {
  // These calls take no token, because a leaked one could use up its owner's attempts.
  if (actor.kind === 'person' && actor.via.kind === 'session')
    await consumeReauthenticationAttempt(actor)
}

/**
 * Throws unless the password is the person's own, so that a person who finds a signed-in browser cannot take over the
 * account. Calls that use this must count attempts (`limitPasswordConfirmations`). `field` is the input field.
 */
export async function requireOwnPassword(
  db: Transaction,
  { userId }: Person,
  password: string,
  field: string,
): Promise<void> {
  requirePasswordSignIn()
  // Of two concurrent changes, the second waits and needs the password that the first has set.
  await lockAccountRow(db, userId)
  await extendTransactionForHashing(db)
  const { passwordHash } = await db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { passwordHash: true },
  })
  if (await verifyPassword(passwordHash, password)) return
  throw new AppError('invalid_input', 'This is not your password.', {
    issues: [{ location: field, reason: 'This is not your password.' }],
  })
}
