import { passwordMaxLength } from '@/lib/auth/password-length'
import { getDatabase } from '@/lib/platform/server/database'
import { hasFirstPasswordExpired } from './first-passwords'
import { findKnownBrowser } from './known-browsers'
import type { AuthenticationFactor } from './log-sign-in-attempt'
import { isPasswordSignInOff, verifyPassword } from './passwords'
import { consumeTotpOrRecoveryCode } from './second-factor'
import { consumeSignInAttempt, clearSignInAttempts } from './sign-in-attempts'

/** No account has a longer email address (emailField). */
const emailMaxLength = 254

export type CredentialsCheckResult =
  /** `passwordHash`: the verified hash. The session only starts if it is still current. */
  | { kind: 'signed_in'; userId: string; passwordHash: string; factors: AuthenticationFactor[] }
  | { kind: 'refused' }
  /** The password is correct, but the account has a second factor, and the code is missing or wrong. */
  | { kind: 'code_required' }
  | { kind: 'code_refused' }
  | { kind: 'rate_limited'; retryAfterSeconds: number }

/**
 * Checks an email address and a password. An unknown address, a disabled account and a wrong password give the same
 * result in the same time. Past the limit, no password is checked. Overlong input costs what a wrong attempt costs. A code
 * is only requested after the correct password. `browserSecret`: the known-browser cookie.
 */
export async function checkCredentials(
  credentials: { email: string; password: string; code?: string | undefined },
  ipAddress: string,
  browserSecret: string | null = null,
): Promise<CredentialsCheckResult> {
  if (isPasswordSignInOff()) return { kind: 'refused' }
  const email = credentials.email.trim().toLowerCase()
  const account = email.slice(0, emailMaxLength)
  const target = {
    email: account,
    knownBrowser: await findKnownBrowser(browserSecret, account),
  }
  const retryAfterSeconds = await consumeSignInAttempt(target, ipAddress)
  if (retryAfterSeconds !== null) return { kind: 'rate_limited', retryAfterSeconds }
  if (email.length > emailMaxLength || credentials.password.length > passwordMaxLength) {
    await verifyPassword(null, credentials.password.slice(0, passwordMaxLength))
    return { kind: 'refused' }
  }
  const db = getDatabase()
  const user = await db.user.findUnique({
    where: { email },
    select: {
      id: true,
      passwordHash: true,
      disabledAt: true,
      firstPasswordUntil: true,
      totp: { select: { confirmedAt: true } },
    },
  })
  const isActive = user !== null && user.disabledAt === null
  const matches = await verifyPassword(isActive ? user.passwordHash : null, credentials.password)
  if (!matches || !isActive) return { kind: 'refused' }
  if (user.firstPasswordUntil && (await hasFirstPasswordExpired(db, user.id)))
    return { kind: 'refused' }
  const factors: AuthenticationFactor[] = ['password']
  // A wrong code counts as a failed sign-in; attempts are cleared only when password and code are both correct.
  if (user.totp?.confirmedAt) {
    if (!credentials.code) return { kind: 'code_required' }
    const usedFactor = await consumeTotpOrRecoveryCode(db, user.id, credentials.code)
    if (usedFactor === null) return { kind: 'code_refused' }
    factors.push(usedFactor)
  }
  await clearSignInAttempts(target, ipAddress)
  return { kind: 'signed_in', userId: user.id, passwordHash: user.passwordHash, factors }
}
