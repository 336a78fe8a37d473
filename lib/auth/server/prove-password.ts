import type { Person } from '../actor'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import { countOwnGuess } from './guesses'
import { refusePasswordsOff, verifyPassword } from './passwords'

/**
 * Throws unless the password is the person's own: whoever finds a browser signed in cannot take the account with it.
 * Counts as a guess, also a right one: a sitting browser is no way around the limit at the door. `place` is the field of
 * the call that it stands in.
 */
export async function provePassword(
  db: Transaction,
  { userId, email }: Person,
  password: string,
  place: string,
): Promise<void> {
  refusePasswordsOff()
  await countOwnGuess(email)
  const { passwordHash } = await db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { passwordHash: true },
  })
  if (await verifyPassword(passwordHash, password)) return
  throw new AppError('invalid_input', 'This is not your password. Nothing was changed.', {
    issues: [{ place, reason: 'This is not your password.' }],
  })
}
