import { getDatabase } from '@/lib/platform/server/database'
import { countGuess, forgiveGuesses } from './guesses'
import { arePasswordsOff, verifyPassword } from './passwords'

/** No account has a longer address or password (emailField, passwordField). */
const emailMaxLength = 254
export const passwordMaxLength = 256

export type SignInResult =
  | { kind: 'signed_in'; userId: string; name: string; email: string }
  | { kind: 'refused' }
  | { kind: 'rate_limited'; retryAfterSeconds: number }

/**
 * Checks an e-mail address and a password. Unknown, disabled and wrong look the same and take the same time; past the
 * limit no password is looked at, right or wrong. What is longer than any of ours costs what a wrong guess costs, and no
 * more. The counters are in the database: every process sees them.
 */
export async function checkCredentials(
  credentials: { email: string; password: string },
  address: string,
): Promise<SignInResult> {
  if (arePasswordsOff()) return { kind: 'refused' }
  const email = credentials.email.trim().toLowerCase()
  const retryAfterSeconds = await countGuess(email.slice(0, emailMaxLength), address)
  if (retryAfterSeconds !== null) return { kind: 'rate_limited', retryAfterSeconds }
  if (email.length > emailMaxLength || credentials.password.length > passwordMaxLength) {
    await verifyPassword(null, credentials.password.slice(0, passwordMaxLength))
    return { kind: 'refused' }
  }
  const user = await getDatabase().user.findUnique({
    where: { email },
    select: { id: true, name: true, email: true, passwordHash: true, disabledAt: true },
  })
  const isActive = user !== null && user.disabledAt === null
  const matches = await verifyPassword(isActive ? user.passwordHash : null, credentials.password)
  if (!matches || !isActive) return { kind: 'refused' }
  await forgiveGuesses(email)
  return { kind: 'signed_in', userId: user.id, name: user.name, email: user.email }
}
