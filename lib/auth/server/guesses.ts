import { AppError } from '@/lib/platform/errors'
import { formatDuration } from '@/lib/platform/format'
import type { Transaction } from '@/lib/platform/server/database'
import { returnAllPoints, returnPoint, takePoint } from './count-points'
import { noteRefusedGuesses } from './session-audit'

const windowSeconds = 15 * 60
/** Guesses in a window, at passwords and codes together: at one account, and from one address. */
export const guessesPerAccount = 10
export const guessesPerAddress = 100

const byAccount = { name: 'sign-in-account', points: guessesPerAccount, windowSeconds }
const byAddress = { name: 'sign-in-address', points: guessesPerAddress, windowSeconds }

/**
 * Counts a guess before it is looked at. Gives the seconds to wait past the limit, else null. `email` is any text: a
 * guess at an account that is not there counts as well.
 */
export async function countGuess(email: string, address: string | null): Promise<number | null> {
  const atAddress = address === null ? null : await takePoint(byAddress, address)
  const refusal = atAddress ?? (await takePoint(byAccount, email))
  if (!refusal) return null
  const limit = refusal === atAddress ? 'address' : 'account'
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

/** The same within the transaction of a call of who is signed in. */
export async function forgiveOwnGuesses(db: Transaction, email: string): Promise<void> {
  await returnAllPoints(byAccount, email, db)
}

/**
 * After all that was asked for was right. At the address it takes back this one alone: a whole office may have one, and
 * what was wrong before it still counts.
 */
export async function forgiveGuesses(email: string, address: string | null): Promise<void> {
  await returnAllPoints(byAccount, email)
  if (address !== null) await returnPoint(byAddress, address)
}
