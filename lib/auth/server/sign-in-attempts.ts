import { AppError } from '@/lib/platform/errors'
import { formatDuration } from '@/lib/platform/format'
import { getDatabase, type Transaction } from '@/lib/platform/server/database'
import type { Person } from '../actor'
import { findDeviceOfSession } from './known-devices'
import {
  type RateLimitRefusal,
  resetRateLimitPoints,
  refundRateLimitPoint,
  consumeRateLimitPoint,
} from './rate-limit-points'
import { type AttemptLimit, auditRefusedAttempts } from './session-audit'

const windowSeconds = 15 * 60
/**
 * Attempts per window, at passwords and codes together: at an account from unknown browsers, from each known one,
 * from all known ones together, and from one address.
 */
export const maxAttemptsPerAccount = 10
export const maxAttemptsPerDevice = 10
export const maxAttemptsPerAllKnownDevices = 30
export const maxAttemptsPerIpAddress = 100

const byAccount = { name: 'sign-in-account', points: maxAttemptsPerAccount, windowSeconds }
const byDevice = { name: 'sign-in-device', points: maxAttemptsPerDevice, windowSeconds }
const byDevices = { name: 'sign-in-devices', points: maxAttemptsPerAllKnownDevices, windowSeconds }
const byAddress = { name: 'sign-in-address', points: maxAttemptsPerIpAddress, windowSeconds }

/** The target and source of attempts. */
export interface AttemptTarget {
  /** Any text: attempts at unknown accounts count too. */
  email: string
  /** A known device of this account (known-devices.ts). Its attempts and those of strangers are counted separately. */
  device: string | null
}

/** Counts an attempt before it is checked. Returns the seconds to wait past the limit, otherwise null. */
export async function countSignInAttempt(
  target: AttemptTarget,
  address: string | null,
): Promise<number | null> {
  const addressRefusal = address === null ? null : await consumeRateLimitPoint(byAddress, address)
  const refusal = addressRefusal
    ? { limit: 'address' as const, ...addressRefusal }
    : await takeAccountPoint(target)
  if (!refusal) return null
  const { limit, isFirst, retryAfterSeconds } = refusal
  if (isFirst) await auditRefusedAttempts(limit, { email: target.email, address: address ?? '' })
  return retryAfterSeconds
}

async function takeAccountPoint({ email, device }: AttemptTarget) {
  if (device === null) return withLimit('account', await consumeRateLimitPoint(byAccount, email))
  return (
    withLimit('device', await consumeRateLimitPoint(byDevice, device)) ??
    withLimit('devices', await consumeRateLimitPoint(byDevices, email))
  )
}

const withLimit = <L extends AttemptLimit>(limit: L, refusal: RateLimitRefusal | null) =>
  refusal && { limit, ...refusal }

/** The same for a signed-in person who confirms their identity. Throws `rate_limited`. */
export async function countReauthenticationAttempt(person: Person): Promise<void> {
  const retryAfterSeconds = await countSignInAttempt(
    await findGuessTarget(getDatabase(), person),
    null,
  )
  if (retryAfterSeconds === null) return
  throw new AppError(
    'rate_limited',
    `Too many attempts. Even the right password or code is refused for now. Try again in ${formatDuration(retryAfterSeconds)}.`,
    { retryAfterSeconds },
  )
}

/** A session belongs to the device in which it started. */
async function findGuessTarget(db: Transaction, { email, via }: Person): Promise<AttemptTarget> {
  const device = via.kind === 'session' ? await findDeviceOfSession(db, via.sessionId) : null
  return { email, device }
}

/** The same within the transaction of a signed-in person's call. */
export async function clearReauthenticationAttempts(
  db: Transaction,
  person: Person,
): Promise<void> {
  await returnPoints(await findGuessTarget(db, person), db)
}

/**
 * After a complete success. For the address, only this attempt is forgiven: an office may share one, and earlier
 * failures still count. So do attempts of strangers after sign-in on a known device.
 */
export async function clearSignInAttempts(
  target: AttemptTarget,
  address: string | null,
): Promise<void> {
  await returnPoints(target)
  if (address !== null) await refundRateLimitPoint(byAddress, address)
}

async function returnPoints({ email, device }: AttemptTarget, db?: Transaction): Promise<void> {
  if (device === null) return resetRateLimitPoints(byAccount, email, db)
  await resetRateLimitPoints(byDevice, device, db)
  // Failures in other browsers still count, as for an address.
  await refundRateLimitPoint(byDevices, email, db)
}
