import { AppError } from '@/lib/platform/errors'
import { formatDuration } from '@/lib/platform/format'
import { getDatabase, type Transaction } from '@/lib/platform/server/database'
import type { Person } from '../actor'
import { type Refusal, returnAllPoints, returnPoint, takePoint } from './count-points'
import { findDeviceOfSession } from './known-devices'
import { type GuessLimit, auditRefusedGuesses } from './session-audit'

const windowSeconds = 15 * 60
/**
 * Guesses in a window, at passwords and codes together: at one account from browsers that are not known there, from each
 * that is, from all of those together, and from one address.
 */
export const guessesPerAccount = 10
export const guessesPerDevice = 10
export const guessesPerKnownDevices = 30
export const guessesPerAddress = 100

const byAccount = { name: 'sign-in-account', points: guessesPerAccount, windowSeconds }
const byDevice = { name: 'sign-in-device', points: guessesPerDevice, windowSeconds }
const byDevices = { name: 'sign-in-devices', points: guessesPerKnownDevices, windowSeconds }
const byAddress = { name: 'sign-in-address', points: guessesPerAddress, windowSeconds }

/** What is guessed at, and from where. */
export interface GuessTarget {
  /** Any text: a guess at an account that is not there counts as well. */
  email: string
  /** A device that is known for this very account (known-devices.ts): strangers do not use up its guesses, nor it theirs. */
  device: string | null
}

/** Counts a guess before it is looked at. Gives the seconds to wait past the limit, else null. */
export async function countGuess(
  target: GuessTarget,
  address: string | null,
): Promise<number | null> {
  const addressRefusal = address === null ? null : await takePoint(byAddress, address)
  const refusal = addressRefusal
    ? { limit: 'address' as const, ...addressRefusal }
    : await takeAccountPoint(target)
  if (!refusal) return null
  const { limit, isFirst, retryAfterSeconds } = refusal
  if (isFirst) await auditRefusedGuesses(limit, { email: target.email, address: address ?? '' })
  return retryAfterSeconds
}

async function takeAccountPoint({ email, device }: GuessTarget) {
  if (device === null) return withLimit('account', await takePoint(byAccount, email))
  return (
    withLimit('device', await takePoint(byDevice, device)) ??
    withLimit('devices', await takePoint(byDevices, email))
  )
}

const withLimit = <L extends GuessLimit>(limit: L, refusal: Refusal | null) =>
  refusal && { limit, ...refusal }

/** The same for someone who is signed in and proves it again. Throws `rate_limited`. */
export async function countOwnGuess(person: Person): Promise<void> {
  const retryAfterSeconds = await countGuess(await findGuessTarget(getDatabase(), person), null)
  if (retryAfterSeconds === null) return
  throw new AppError(
    'rate_limited',
    `Too many attempts. Even the right password or code is refused for now. Try again in ${formatDuration(retryAfterSeconds)}.`,
    { retryAfterSeconds },
  )
}

/** A session goes with the device in which it was begun. */
async function findGuessTarget(db: Transaction, { email, via }: Person): Promise<GuessTarget> {
  const device = via.kind === 'session' ? await findDeviceOfSession(db, via.sessionId) : null
  return { email, device }
}

/** The same within the transaction of a call of who is signed in. */
export async function clearOwnGuesses(db: Transaction, person: Person): Promise<void> {
  await returnPoints(await findGuessTarget(db, person), db)
}

/**
 * After all that was asked for was right. At the address it takes back this one alone: a whole office may have one, and
 * what was wrong before it still counts. So do the guesses of strangers where a known device gets in.
 */
export async function clearGuesses(target: GuessTarget, address: string | null): Promise<void> {
  await returnPoints(target)
  if (address !== null) await returnPoint(byAddress, address)
}

async function returnPoints({ email, device }: GuessTarget, db?: Transaction): Promise<void> {
  if (device === null) return returnAllPoints(byAccount, email, db)
  await returnAllPoints(byDevice, device, db)
  // What was wrong in other browsers still counts, as it does at an address.
  await returnPoint(byDevices, email, db)
}
