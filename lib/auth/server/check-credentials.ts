import { getDatabase } from '@/lib/platform/server/database'
import { isFirstPasswordOver } from './first-passwords'
import { countGuess, clearGuesses } from './guesses'
import { findKnownDevice } from './known-devices'
import { arePasswordsOff, verifyPassword } from './passwords'
import type { Factor } from './log-sign-in'
import { consumeCode } from './second-factor'

/** No account has a longer address or password (emailField, passwordField). */
const emailMaxLength = 254
export const passwordMaxLength = 256

export type CredentialsResult =
  /** `passwordHash`: the verified hash. The session only starts if it is still current. */
  | { kind: 'signed_in'; userId: string; passwordHash: string; factors: Factor[] }
  | { kind: 'refused' }
  /** The password is right, but the account has a second factor, and the code is missing or wrong. */
  | { kind: 'code_required' }
  | { kind: 'code_refused' }
  | { kind: 'rate_limited'; retryAfterSeconds: number }

/**
 * Checks an email address and a password. Unknown, disabled and wrong give the same result in the same time. Past the
 * limit, no password is checked. Overlong input costs what a wrong attempt costs. A code is only requested after the
 * right password. `device`: the known-device cookie.
 */
export async function checkCredentials(
  credentials: { email: string; password: string; code?: string | undefined },
  address: string,
  device: string | null = null,
): Promise<CredentialsResult> {
  if (arePasswordsOff()) return { kind: 'refused' }
  const email = credentials.email.trim().toLowerCase()
  const account = email.slice(0, emailMaxLength)
  const target = { email: account, device: await findKnownDevice(device, account) }
  const retryAfterSeconds = await countGuess(target, address)
  if (retryAfterSeconds !== null) return { kind: 'rate_limited', retryAfterSeconds }
  if (email.length > emailMaxLength || credentials.password.length > passwordMaxLength) {
    await verifyPassword(null, credentials.password.slice(0, passwordMaxLength))
    return { kind: 'refused' }
  }
  const db = getDatabase()
  const user = await db.user.findUnique({
    where: { email },
    select: {
      ...{ id: true, passwordHash: true, disabledAt: true, firstPasswordUntil: true },
      totp: { select: { confirmedAt: true } },
    },
  })
  const isActive = user !== null && user.disabledAt === null
  const matches = await verifyPassword(isActive ? user.passwordHash : null, credentials.password)
  if (!matches || !isActive) return { kind: 'refused' }
  if (user.firstPasswordUntil && (await isFirstPasswordOver(db, user.id)))
    return { kind: 'refused' }
  const factors: Factor[] = ['password']
  // Attempts at the code count as attempts at the account, so none is forgiven before both are right.
  if (user.totp?.confirmedAt) {
    if (!credentials.code) return { kind: 'code_required' }
    const usedFactor = await consumeCode(db, user.id, credentials.code)
    if (usedFactor === null) return { kind: 'code_refused' }
    factors.push(usedFactor)
  }
  await clearGuesses(target, address)
  return { kind: 'signed_in', userId: user.id, passwordHash: user.passwordHash, factors }
}
