import { RateLimiterPrisma, RateLimiterRes } from 'rate-limiter-flexible'
import { type Database, getDatabase } from '@/lib/platform/server/database'
import { verifyPassword } from './passwords'
import { noteRefusedSignIns } from './session-audit'

const windowSeconds = 15 * 60
/** Guesses in a window: at one account, and from one address. */
export const guessesPerAccount = 10
export const guessesPerAddress = 100
/** No account has a longer address or password (emailField, passwordField). */
const emailMaxLength = 254
export const passwordMaxLength = 256

const limiters = new WeakMap<Database, { account: RateLimiterPrisma; address: RateLimiterPrisma }>()

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

export type SignInResult =
  | { kind: 'signed_in'; userId: string; name: string; email: string }
  | { kind: 'refused' }
  | { kind: 'rate_limited'; retryAfterSeconds: number }

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
 * Checks an e-mail address and a password. Unknown, disabled and wrong look the same and take the same time; past the
 * limit no password is looked at, right or wrong. What is longer than any of ours costs what a wrong guess costs, and no
 * more. The counters are in the database: every process sees them.
 */
export async function checkCredentials(
  credentials: { email: string; password: string },
  address: string,
): Promise<SignInResult> {
  const email = credentials.email.trim().toLowerCase()
  const { account, address: byAddress } = getLimiters()
  const refusal =
    (await consume(byAddress, address)) ?? (await consume(account, email.slice(0, emailMaxLength)))
  if (refusal) {
    const limit = refusal.limiter === account ? 'account' : 'address'
    if (refusal.isFirst) await noteRefusedSignIns(limit, { email, address })
    return { kind: 'rate_limited', retryAfterSeconds: refusal.retryAfterSeconds }
  }
  if (email.length > emailMaxLength || credentials.password.length > passwordMaxLength) {
    await verifyPassword(null, credentials.password.slice(0, passwordMaxLength))
    return { kind: 'refused' }
  }
  const user = await getDatabase().user.findUnique({
    where: { email },
    select: { id: true, name: true, email: true, passwordHash: true, disabledAt: true },
  })
  const isActive = user !== null && user.disabledAt === null
  const matches = await verifyPassword(isActive ? user.passwordHash : null, credentials.password)
  if (!matches || !isActive) return { kind: 'refused' }
  await account.delete(email)
  return { kind: 'signed_in', userId: user.id, name: user.name, email: user.email }
}
