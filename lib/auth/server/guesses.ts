import { AppError } from '@/lib/platform/errors'
import { formatDuration } from '@/lib/platform/format'
import { getDatabase, type Transaction } from '@/lib/platform/server/database'
import type { Person } from '../actor'
import {
  type RateLimitRefusal,
  returnAllRateLimitPoints,
  returnRateLimitPoint,
  takeRateLimitPoint,
} from './rate-limit-points'
import { findDeviceOfSession } from './known-devices'
import { type GuessLimit, auditRefusedGuesses } from './session-audit'

const windowSeconds = 15 * 60
/**
 * Attempts per window, at passwords and codes together: at an account from unknown browsers, from each known one,
 * from all known ones together, and from one address.
 */
export const maxGuessesPerAccount = 10
export const maxGuessesPerDevice = 10
export const maxGuessesPerKnownDevices = 30
export const maxGuessesPerAddress = 100

const byAccount = { name: 'sign-in-account', points: maxGuessesPerAccount, windowSeconds }
const byDevice = { name: 'sign-in-device', points: maxGuessesPerDevice, windowSeconds }
const byDevices = { name: 'sign-in-devices', points: maxGuessesPerKnownDevices, windowSeconds }
const byAddress = { name: 'sign-in-address', points: maxGuessesPerAddress, windowSeconds }

/** The target and source of attempts. */
export interface GuessTarget {
  /** Any text: attempts at unknown accounts count too. */
  email: string
  /** A known device of this account (known-devices.ts). Its attempts and those of strangers are counted separately. */
  device: string | null
}

/** Counts an attempt before it is checked. Returns the seconds to wait past the limit, otherwise null. */
export async function countGuess(
  target: GuessTarget,
  address: string | null,
): Promise<number | null> {
  const addressRefusal = address === null ? null : await takeRateLimitPoint(byAddress, address)
  const refusal = addressRefusal
    ? { limit: 'address' as const, ...addressRefusal }
    : await takeAccountPoint(target)
  if (!refusal) return null
  const { limit, isFirst, retryAfterSeconds } = refusal
  if (isFirst) await auditRefusedGuesses(limit, { email: target.email, address: address ?? '' })
  return retryAfterSeconds
}

async function takeAccountPoint({ email, device }: GuessTarget) {
  if (device === null) return withLimit('account', await takeRateLimitPoint(byAccount, email))
  return (
    withLimit('device', await takeRateLimitPoint(byDevice, device)) ??
    withLimit('devices', await takeRateLimitPoint(byDevices, email))
  )
}

const withLimit = <L extends GuessLimit>(limit: L, refusal: RateLimitRefusal | null) =>
  refusal && { limit, ...refusal }

/** The same for a signed-in person who confirms their identity. Throws `rate_limited`. */
export async function countOwnGuess(person: Person): Promise<void> {
  const retryAfterSeconds = await countGuess(await findGuessTarget(getDatabase(), person), null)
  if (retryAfterSeconds === null) return
  throw new AppError(
    'rate_limited',
    `Too many attempts. Even the right password or code is refused for now. Try again in ${formatDuration(retryAfterSeconds)}.`,
    { retryAfterSeconds },
  )
}

/** A session belongs to the device in which it started. */
async function findGuessTarget(db: Transaction, { email, via }: Person): Promise<GuessTarget> {
  const device = via.kind === 'session' ? await findDeviceOfSession(db, via.sessionId) : null
  return { email, device }
}

/** The same within the transaction of a signed-in person's call. */
export async function clearOwnGuesses(db: Transaction, person: Person): Promise<void> {
  await returnPoints(await findGuessTarget(db, person), db)
}

/**
 * After a complete success. For the address, only this attempt is forgiven: an office may share one, and earlier
 * failures still count. So do attempts of strangers after sign-in on a known device.
 */
export async function clearGuesses(target: GuessTarget, address: string | null): Promise<void> {
  await returnPoints(target)
  if (address !== null) await returnRateLimitPoint(byAddress, address)
}

async function returnPoints({ email, device }: GuessTarget, db?: Transaction): Promise<void> {
  if (device === null) return returnAllRateLimitPoints(byAccount, email, db)
  await returnAllRateLimitPoints(byDevice, device, db)
  // Failures in other browsers still count, as for an address.
  await returnRateLimitPoint(byDevices, email, db)
}
