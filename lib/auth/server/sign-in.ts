import { readSignInSettings } from '@/lib/platform/server/env'
import { logger } from '@/lib/platform/server/logger'
import { checkCredentials, type CredentialsCheckResult } from './check-credentials'
import { checkTwoFactorCode } from './check-two-factor-code'
import { toClientAddressKey } from './client-address'
import { readKnownBrowserCookie } from './cookies'
import { linkKnownBrowserToSession, rememberKnownBrowser } from './known-browsers'
import {
  type AuthenticationFactor,
  findAccountIdByEmail,
  logSignInAttempt,
} from './log-sign-in-attempt'
import {
  findOrLinkOidcAccount,
  oidcClaimsSchema,
  type OidcRefusal,
  makeOidcRefusal,
} from './oidc-accounts'
import { hasSecondFactorClaim } from './oidc-provider'
import { replaceSession, type SignInClientDetails } from './replace-session'

/**
 * Outcome of a sign-in. `secret` is that of the new session; `knownBrowser` is the known-browser cookie to
 * set; null: none.
 */
export type SignInResult =
  | { kind: 'in'; userId: string; secret: string; knownBrowser: string | null }
  | { kind: 'refused' | 'code_required' | 'code_refused' | 'code_timeout' }
  | { kind: 'rate_limited'; retryAfterSeconds: number }

/** Signs in with email address and password, and a code if codes are on. Logs every attempt. */
export async function signInByPassword(
  request: SignInClientDetails,
  submitted: { email: string; password: string; code?: string | undefined },
): Promise<SignInResult> {
  // PostgreSQL rejects NUL in a text. No address contains U+FFFD.
  const credentials = { ...submitted, email: submitted.email.replaceAll('\0', '\uFFFD') }
  const previousKnownBrowser = readKnownBrowserCookie(request.cookie)
  const result = await checkCredentials(
    credentials,
    toClientAddressKey(request.address),
    previousKnownBrowser,
  )
  if (result.kind !== 'signed_in') {
    await recordRefusal(result.kind, credentials.email)
    return result
  }
  const { userId, passwordHash, factors } = result
  const session = await replaceSession(userId, request, { by: 'password', passwordHash })
  if (session === null) {
    // It was valid when checked, but no longer is.
    await recordRefusal('refused', credentials.email)
    return { kind: 'refused' }
  }
  logSignInAttempt({ method: 'password', outcome: 'signed_in', userId, factors })
  const { secret } = session
  const knownBrowser = await rememberOrLog(userId, () =>
    rememberKnownBrowser(userId, { sessionSecret: secret, previous: previousKnownBrowser }),
  )
  return { kind: 'in', userId, secret, knownBrowser }
}

async function recordRefusal(
  outcome: Exclude<CredentialsCheckResult['kind'], 'signed_in'>,
  email: string,
): Promise<void> {
  // A code is only requested and checked after a correct password.
  const isPasswordRight = outcome === 'code_required' || outcome === 'code_refused'
  logSignInAttempt({
    method: 'password',
    outcome,
    factors: isPasswordRight ? ['password'] : [],
    userId: await findAccountIdByEmail(email),
  })
}

/** Sign-in succeeds even if the browser cannot be remembered. It then stays unknown. */
async function rememberOrLog<T>(userId: string, remember: () => Promise<T>): Promise<T | null> {
  try {
    return await remember()
  } catch (error) {
    logger.error({ error, userId }, 'the browser could not be remembered after sign-in')
    return null
  }
}

/**
 * Signs in through a provider with its claims `profile`. If codes are on and the provider reports no second factor, starts a
 * pending session, and `signInByCode` must follow.
 */
export async function signInByProvider(
  request: SignInClientDetails,
  profile: unknown,
): Promise<{ kind: 'in' | 'pending'; secret: string } | { kind: 'refused'; reason: OidcRefusal }> {
  const claims = oidcClaimsSchema.safeParse(profile)
  const result = claims.success
    ? await findOrLinkOidcAccount(claims.data)
    : makeOidcRefusal('email_unverified')
  const { userId } = result
  if (result.kind === 'refused') {
    logSignInAttempt({ method: 'provider', outcome: result.reason, userId, factors: [] })
    return { kind: 'refused', reason: result.reason }
  }
  const { strongAcr = [] } = readSignInSettings().oidc ?? {}
  const isStrong = hasSecondFactorClaim(claims.data ?? {}, strongAcr)
  const proof = { by: 'provider', hasSecondFactor: isStrong } as const
  const session = await replaceSession(result.userId, request, proof)
  if (session === null) {
    logSignInAttempt({ method: 'provider', outcome: 'no_account', userId, factors: [] })
    return { kind: 'refused', reason: 'no_account' }
  }
  const outcome = session.awaitsCode ? 'code_required' : 'signed_in'
  const factors: AuthenticationFactor[] = isStrong ? ['provider', 'provider_mfa'] : ['provider']
  logSignInAttempt({ method: 'provider', outcome, userId, factors })
  if (!session.awaitsCode) await linkKnownBrowser(result.userId, request, session.secret)
  return { kind: session.awaitsCode ? 'pending' : 'in', secret: session.secret }
}

/** Signs in with a code after a provider: replaces the pending session with a full one and a new secret. */
export async function signInByCode(
  request: SignInClientDetails,
  code: string,
): Promise<SignInResult> {
  const submission = { cookie: request.cookie, code }
  const result = await checkTwoFactorCode(submission, toClientAddressKey(request.address))
  const { kind, userId } = result
  if (kind !== 'signed_in') {
    const factors: AuthenticationFactor[] = kind === 'code_timeout' ? [] : ['provider']
    logSignInAttempt({ method: 'provider', outcome: kind, userId, factors })
    return result
  }
  const session = await replaceSession(result.userId, request, {
    by: 'code',
    pendingSessionSecret: result.pendingSessionSecret,
  })
  if (session === null) {
    logSignInAttempt({ method: 'provider', outcome: 'code_timeout', userId: null, factors: [] })
    return { kind: 'code_timeout' }
  }
  logSignInAttempt({
    method: 'provider',
    outcome: 'signed_in',
    userId,
    factors: ['provider', result.factor],
  })
  await linkKnownBrowser(result.userId, request, session.secret)
  return { kind: 'in', userId: result.userId, secret: session.secret, knownBrowser: null }
}

/**
 * A known browser stays known and is linked to the new session. Others do not become known, because no password was
 * used.
 */
async function linkKnownBrowser(
  userId: string,
  { cookie }: SignInClientDetails,
  sessionSecret: string,
): Promise<void> {
  const previousKnownBrowser = readKnownBrowserCookie(cookie)
  if (previousKnownBrowser !== null)
    await rememberOrLog(userId, () =>
      linkKnownBrowserToSession(userId, { sessionSecret, previous: previousKnownBrowser }),
    )
}
