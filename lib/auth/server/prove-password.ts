import type { Person } from '../actor'
import type { Admission } from './call-options'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import { countOwnGuess } from './guesses'
import { lockAccount } from './lock-account'
import { refusePasswordsOff, verifyPassword } from './passwords'

/**
 * Of the calls that ask for a password or a code of who is signed in: counts a guess, also a right one, so that a sitting
 * browser is no way around the limit at the door. Before the transaction, which has no second connection to wait for.
 */
export async function countProof({ actor }: Admission): Promise<void> {
  // None of them takes a token: one that leaks must not use up its owner's guesses either.
  if (actor.kind === 'person' && actor.via.kind === 'session') await countOwnGuess(actor)
}

/**
 * Throws unless the password is the person's own: whoever finds a browser signed in cannot take the account with it.
 * Its call counts guesses (`countProof`). `place` is the field of the call that it stands in.
 */
export async function provePassword(
  db: Transaction,
  { userId }: Person,
  password: string,
  field: string,
): Promise<void> {
  refusePasswordsOff()
  // Of two changes at once the second waits, and is asked for what the first has set.
  await lockAccount(db, userId)
  const { passwordHash } = await db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { passwordHash: true },
  })
  if (await verifyPassword(passwordHash, password)) return
  throw new AppError('invalid_input', 'This is not your password.', {
    issues: [{ place: field, reason: 'This is not your password.' }],
  })
}
