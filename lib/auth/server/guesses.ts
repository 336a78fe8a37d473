import { RateLimiterPrisma, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '@/lib/platform/errors'
import { formatDuration } from '@/lib/platform/format'
import { type Database, getDatabase } from '@/lib/platform/server/database'
import { noteRefusedGuesses } from './session-audit'

const windowSeconds = 15 * 60
/** Guesses in a window, at passwords and codes together: at one account, and from one address. */
export const guessesPerAccount = 10
export const guessesPerAddress = 100

const limiters = new WeakMap<Database, { account: RateLimiterPrisma; address: RateLimiterPrisma }>()

/** The counters are in the database: every process sees them. */
function getLimiters() {
  const storeClient = getDatabase()
  const known = limiters.get(storeClient)
  if (known) return known
  const shared = { storeClient, tableName: 'rateLimit', duration: windowSeconds }
  const made = {
    account: new RateLimiterPrisma({
      ...shared,
      keyPrefix: 'sign-in-account',
      points: guessesPerAccount,
    }),
    address: new RateLimiterPrisma({
      ...shared,
      keyPrefix: 'sign-in-address',
      points: guessesPerAddress,
    }),
  }
  limiters.set(storeClient, made)
  return made
}

/** Null: there are guesses left. `isFirst`: this one is the first in the window for which there are none. */
async function consume(limiter: RateLimiterPrisma, key: string) {
  try {
    await limiter.consume(key)
    return null
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    return {
      limiter,
      isFirst: refusal.consumedPoints === limiter.points + 1,
      retryAfterSeconds: Math.ceil(refusal.msBeforeNext / 1000),
    }
  }
}

/**
 * Counts a guess before it is looked at. Gives the seconds to wait past the limit, else null. `email` is any text: a
 * guess at an account that is not there counts as well.
 */
export async function countGuess(email: string, address: string | null): Promise<number | null> {
  const limits = getLimiters()
  const byAddress = address === null ? null : await consume(limits.address, address)
  const refusal = byAddress ?? (await consume(limits.account, email))
  if (!refusal) return null
  const limit = refusal === byAddress ? 'address' : 'account'
  if (refusal.isFirst) await noteRefusedGuesses(limit, { email, address: address ?? '' })
  return refusal.retryAfterSeconds
}

/** The same for somebody who is signed in and proves it again. Throws `rate_limited`. */
export async function countOwnGuess(email: string): Promise<void> {
  const retryAfterSeconds = await countGuess(email, null)
  if (retryAfterSeconds === null) return
  throw new AppError(
    'rate_limited',
    `There were too many attempts, so none is looked at for now, not even the right one. Nothing was changed. Try again in ${formatDuration(retryAfterSeconds)}.`,
    { retryAfterSeconds },
  )
}

/**
 * After all that was asked for was right. At the address it takes back this one alone: a whole office may have one, and
 * what was wrong before it still counts.
 */
export async function forgiveGuesses(email: string, address: string | null): Promise<void> {
  const limits = getLimiters()
  await limits.account.delete(email)
  if (address !== null) await limits.address.reward(address)
}
