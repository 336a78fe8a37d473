import { readSignInSettings } from '@/lib/platform/server/env'
import { logger } from '@/lib/platform/server/logger'
import { beginSession, type Knock } from './begin-session'
import { nameClientAddress } from './client-address'
import { readDeviceCookie } from './cookies'
import { checkCode } from './finish-sign-in'
import { moveDevice, rememberDevice } from './known-devices'
import { type Factor, findWantedAccount, noteSignIn } from './note-sign-in'
import { findOidcAccount, oidcClaims, type OidcRefusal, refuseOidc } from './oidc-accounts'
import { saysSecondFactor } from './oidc-provider'
import { checkCredentials, type SignInResult } from './sign-in'

/** What came of a try to sign in. `secret` is that of the session that has begun, `device` what the browser keeps to be known by. */
export type Entry =
  | { kind: 'in'; userId: string; secret: string; device: string | null }
  | { kind: 'refused' | 'code_needed' | 'code_refused' | 'too_late' }
  | { kind: 'rate_limited'; retryAfterSeconds: number }

/** By e-mail address and password, and a code where codes are on. Leaves a line in the log, whatever comes of it. */
export async function enterByPassword(
  knock: Knock,
  credentials: { email: string; password: string; code?: string | undefined },
): Promise<Entry> {
  const former = readDeviceCookie(knock.cookie)
  const result = await checkCredentials(credentials, nameClientAddress(knock.address), former)
  if (result.kind !== 'signed_in') {
    await noteRefusal(result.kind, credentials.email)
    return result
  }
  const { userId, passwordHash, factors } = result
  const begun = await beginSession(userId, knock, { by: 'password', passwordHash })
  if (begun === null) {
    // It was right when it was looked at, and is not any more.
    await noteRefusal('refused', credentials.email)
    return { kind: 'refused' }
  }
  noteSignIn({ way: 'password', outcome: 'signed_in', userId, factors })
  const { secret } = begun
  const device = await tryDevice(userId, () => rememberDevice(userId, { session: secret, former }))
  return { kind: 'in', userId, secret, device }
}

async function noteRefusal(
  outcome: Exclude<SignInResult['kind'], 'signed_in'>,
  email: string,
): Promise<void> {
  // A code is asked for, and looked at, only after a right password.
  const isHalfWay = outcome === 'code_needed' || outcome === 'code_refused'
  noteSignIn({
    ...{ way: 'password', outcome, factors: isHalfWay ? ['password'] : [] },
    userId: await findWantedAccount(email),
  })
}

/** Whoever has a session is in, also where nothing can be kept of the browser: it is as unknown as before, then. */
async function tryDevice<T>(userId: string, keep: () => Promise<T>): Promise<T | null> {
  try {
    return await keep()
  } catch (error) {
    logger.error({ error, userId }, 'a browser could not be remembered at a sign-in')
    return null
  }
}

/**
 * By a provider, whose claims `profile` holds. Where codes are on and it does not say that a second factor was used there,
 * the session is a half one, and `enterByCode` comes next.
 */
export async function enterByProvider(
  knock: Knock,
  profile: unknown,
): Promise<{ kind: 'in' | 'half'; secret: string } | { kind: 'refused'; reason: OidcRefusal }> {
  const claims = oidcClaims.safeParse(profile)
  const result = claims.success ? await findOidcAccount(claims.data) : refuseOidc('unverified')
  const { userId } = result
  if (result.kind === 'refused') {
    noteSignIn({ way: 'provider', outcome: result.reason, userId, factors: [] })
    return { kind: 'refused', reason: result.reason }
  }
  const { strongAcr = [] } = readSignInSettings().oidc ?? {}
  const isStrong = saysSecondFactor(claims.data ?? {}, strongAcr)
  const proof = { by: 'provider', saysSecondFactor: isStrong } as const
  const begun = await beginSession(result.userId, knock, proof)
  if (begun === null) {
    noteSignIn({ way: 'provider', outcome: 'unknown', userId, factors: [] })
    return { kind: 'refused', reason: 'unknown' }
  }
  const outcome = begun.awaitsCode ? 'code_needed' : 'signed_in'
  const factors: Factor[] = isStrong ? ['provider', 'provider_mfa'] : ['provider']
  noteSignIn({ way: 'provider', outcome, userId, factors })
  if (!begun.awaitsCode) await keepDevice(result.userId, knock, begun.secret)
  return { kind: begun.awaitsCode ? 'half' : 'in', secret: begun.secret }
}

/** After a provider, by a code: a whole session in place of the half one, with a secret of its own. */
export async function enterByCode(knock: Knock, code: string): Promise<Entry> {
  const given = { cookie: knock.cookie, code }
  const result = await checkCode(given, nameClientAddress(knock.address))
  const { kind, userId } = result
  if (kind !== 'signed_in') {
    const factors: Factor[] = kind === 'too_late' ? [] : ['provider']
    noteSignIn({ way: 'provider', outcome: kind, userId, factors })
    return result
  }
  const begun = await beginSession(result.userId, knock, { by: 'code', half: result.half })
  if (begun === null) {
    noteSignIn({ way: 'provider', outcome: 'too_late', userId: null, factors: [] })
    return { kind: 'too_late' }
  }
  noteSignIn({
    way: 'provider',
    outcome: 'signed_in',
    userId,
    factors: ['provider', result.factor],
  })
  await keepDevice(result.userId, knock, begun.secret)
  return { kind: 'in', userId: result.userId, secret: begun.secret, device: null }
}

/** A browser that is known stays so, and goes with the new session. No other is known for that: there was no password. */
async function keepDevice(userId: string, { cookie }: Knock, session: string): Promise<void> {
  const former = readDeviceCookie(cookie)
  if (former !== null) await tryDevice(userId, () => moveDevice(userId, { session, former }))
}
