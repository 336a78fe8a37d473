import { getDatabase } from '@/lib/platform/server/database'
import { readKnownBrowserCookie } from './cookies'
import { findKnownBrowser } from './known-browsers'
import { readSessionSecret } from './request-actor'
import { consumeTotpOrRecoveryCode } from './second-factor'
import { findAccountOfPendingSession } from './sessions'
import { consumeSignInAttempt, clearSignInAttempts } from './sign-in-attempts'

export type CodeCheckResult =
  /** `pendingSessionSecret`: of the pending session, which the full session replaces. */
  | {
      kind: 'signed_in'
      userId: string
      factor: 'code' | 'recovery_code'
      pendingSessionSecret: string
    }
  | { kind: 'code_required' | 'code_refused'; userId: string }
  | { kind: 'rate_limited'; userId: string; retryAfterSeconds: number }
  /** The pending session does not exist or has expired after 10 minutes. */
  | { kind: 'code_timeout'; userId: null }

/**
 * Checks the code of a pending session. The attempt is counted first, together with those at the sign-in page.
 */
export async function checkTwoFactorCode(
  { cookie, code }: { cookie: string | null; code: string },
  ipAddress: string,
): Promise<CodeCheckResult> {
  const secret = await readSessionSecret(cookie)
  const pendingSession = secret === null ? null : await findAccountOfPendingSession(secret)
  if (secret === null || pendingSession === null) return { kind: 'code_timeout', userId: null }
  const { userId, email } = pendingSession
  if (code.trim() === '') return { kind: 'code_required', userId }
  const target = {
    email,
    knownBrowser: await findKnownBrowser(readKnownBrowserCookie(cookie), email),
  }
  const retryAfterSeconds = await consumeSignInAttempt(target, ipAddress)
  if (retryAfterSeconds !== null) return { kind: 'rate_limited', userId, retryAfterSeconds }
  const factor = await consumeTotpOrRecoveryCode(getDatabase(), userId, code)
  if (factor === null) return { kind: 'code_refused', userId }
  await clearSignInAttempts(target, ipAddress)
  return { kind: 'signed_in', userId, factor, pendingSessionSecret: secret }
}
