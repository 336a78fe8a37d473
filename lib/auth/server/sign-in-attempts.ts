import { AppError } from '@/lib/platform/errors'
import { formatDuration } from '@/lib/platform/format'
import { getDatabase, type Transaction } from '@/lib/platform/server/database'
import type { Person } from '../actor'
import { findKnownBrowserOfSession } from './known-browsers'
import {
  type RateLimitRefusal,
  resetRateLimitPoints,
  refundRateLimitPoint,
  consumeRateLimitPoint,
} from './rate-limit-points'
import { type AttemptLimitScope, auditRefusedAttempts } from './session-audit'

const windowSeconds = 15 * 60
/**
 * Attempts per window, at passwords and codes together: at an account from unknown browsers, from each known one,
 * from all known ones together, and from one IP address.
 */
export const maxAttemptsPerAccount = 10
export const maxAttemptsPerKnownBrowser = 10
export const maxAttemptsPerAllKnownBrowsers = 30
export const maxAttemptsPerIpAddress = 100

const byAccount = { name: 'sign-in-account', points: maxAttemptsPerAccount, windowSeconds }
const byKnownBrowser = {
  name: 'sign-in-browser',
  points: maxAttemptsPerKnownBrowser,
  windowSeconds,
}
const byAllKnownBrowsers = {
  name: 'sign-in-browsers',
  points: maxAttemptsPerAllKnownBrowsers,
  windowSeconds,
}
const byIpAddress = { name: 'sign-in-address', points: maxAttemptsPerIpAddress, windowSeconds }

/** The target and source of attempts. */
export interface AttemptTarget {
  /** Any text: attempts at unknown accounts count too. */
  email: string
  /** A known browser of this account (known-browsers.ts). Its attempts and those of strangers are counted separately. */
  knownBrowser: string | null
}

/** Consumes an attempt before it is checked. Returns the seconds to wait past the limit, otherwise null. */
export async function consumeSignInAttempt(
  target: AttemptTarget,
  ipAddress: string | null,
): Promise<number | null> {
  const addressRefusal =
    ipAddress === null ? null : await consumeRateLimitPoint(byIpAddress, ipAddress)
  const refusal = addressRefusal
    ? { limit: 'address' as const, ...addressRefusal }
    : await takeAccountPoint(target)
  if (!refusal) return null
  const { limit, isFirst, retryAfterSeconds } = refusal
  if (isFirst) await auditRefusedAttempts(limit, { email: target.email, address: ipAddress ?? '' })
  return retryAfterSeconds
}

async function takeAccountPoint({ email, knownBrowser }: AttemptTarget) {
  if (knownBrowser === null)
    return withLimit('account', await consumeRateLimitPoint(byAccount, email))
  return (
    withLimit('browser', await consumeRateLimitPoint(byKnownBrowser, knownBrowser)) ??
    withLimit('browsers', await consumeRateLimitPoint(byAllKnownBrowsers, email))
  )
}

const withLimit = <L extends AttemptLimitScope>(limit: L, refusal: RateLimitRefusal | null) =>
  refusal && { limit, ...refusal }

/** Like `consumeSignInAttempt`, for a signed-in person who confirms their identity. Throws `rate_limited`. */
export async function consumeReauthenticationAttempt(person: Person): Promise<void> {
  const retryAfterSeconds = await consumeSignInAttempt(
    await findAttemptTarget(getDatabase(), person),
    null,
  )
  if (retryAfterSeconds === null) return
  throw new AppError(
    'rate_limited',
    `Too many attempts. Even the correct password or code is rejected for now. Try again in ${formatDuration(retryAfterSeconds)}.`,
    { retryAfterSeconds },
  )
}

/** A session belongs to the known browser in which it started. */
async function findAttemptTarget(db: Transaction, { email, via }: Person): Promise<AttemptTarget> {
  const knownBrowser =
    via.kind === 'session' ? await findKnownBrowserOfSession(db, via.sessionId) : null
  return { email, knownBrowser }
}

/** Like `clearSignInAttempts`, in the transaction of a signed-in person's call. */
export async function clearReauthenticationAttempts(
  db: Transaction,
  person: Person,
): Promise<void> {
  await returnPoints(await findAttemptTarget(db, person), db)
}

/**
 * After a complete success. For the IP address, only this attempt is forgiven: an office may share one, and earlier
 * failures still count. So do attempts of strangers after sign-in on a known browser.
 */
export async function clearSignInAttempts(
  target: AttemptTarget,
  ipAddress: string | null,
): Promise<void> {
  await returnPoints(target)
  if (ipAddress !== null) await refundRateLimitPoint(byIpAddress, ipAddress)
}

async function returnPoints(
  { email, knownBrowser }: AttemptTarget,
  db?: Transaction,
): Promise<void> {
  if (knownBrowser === null) return resetRateLimitPoints(byAccount, email, db)
  await resetRateLimitPoints(byKnownBrowser, knownBrowser, db)
  // Failures in other browsers still count, as for an IP address.
  await refundRateLimitPoint(byAllKnownBrowsers, email, db)
}
