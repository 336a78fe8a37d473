import { getDatabase } from '@/lib/platform/server/database'
import { hasGeneratedPasswordExpired } from './generated-passwords'
import { findKnownDevice } from './known-devices'
import type { AuthenticationFactor } from './log-sign-in'
import { isPasswordSignInOff, verifyPassword } from './passwords'
import { consumeTotpOrRecoveryCode } from './second-factor'
import { countSignInAttempt, clearSignInAttempts } from './sign-in-attempts'

/** No account has a longer address or password (emailField, passwordField). */
const emailMaxLength = 254
export const passwordMaxLength = 256

export type CredentialsCheckResult =
  /** `passwordHash`: the verified hash. The session only starts if it is still current. */
  | { kind: 'signed_in'; userId: string; passwordHash: string; factors: AuthenticationFactor[] }
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
): Promise<CredentialsCheckResult> {
  if (isPasswordSignInOff()) return { kind: 'refused' }
  const email = credentials.email.trim().toLowerCase()
  const account = email.slice(0, emailMaxLength)
  const target = { email: account, device: await findKnownDevice(device, account) }
  const retryAfterSeconds = await countSignInAttempt(target, address)
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
  if (user.firstPasswordUntil && (await hasGeneratedPasswordExpired(db, user.id)))
    return { kind: 'refused' }
  const factors: AuthenticationFactor[] = ['password']
  // Attempts at the code count as attempts at the account, so none is forgiven before both are right.
  if (user.totp?.confirmedAt) {
    if (!credentials.code) return { kind: 'code_required' }
    const usedFactor = await consumeTotpOrRecoveryCode(db, user.id, credentials.code)
    if (usedFactor === null) return { kind: 'code_refused' }
    factors.push(usedFactor)
  }
  await clearSignInAttempts(target, address)
  return { kind: 'signed_in', userId: user.id, passwordHash: user.passwordHash, factors }
}
