import { RateLimiterPrisma, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '@/lib/platform/errors'
import { type Database, getDatabase } from '@/lib/platform/server/database'

const windowSeconds = 15 * 60
/** How often in a window. By address it is many, for a whole office may have one. */
const limits = {
  'reset-account': 3,
  'reset-address': 30,
  'link-address': 200,
  'invite-accept': 20,
} as const

type Limited = keyof typeof limits

const limiters = new WeakMap<Database, Map<Limited, RateLimiterPrisma>>()

function findLimiter(kind: Limited): RateLimiterPrisma {
  const storeClient = getDatabase()
  const ofDatabase = limiters.get(storeClient) ?? new Map<Limited, RateLimiterPrisma>()
  limiters.set(storeClient, ofDatabase)
  const known = ofDatabase.get(kind)
  if (known) return known
  const made = new RateLimiterPrisma({
    ...{ storeClient, tableName: 'rateLimit', keyPrefix: kind },
    ...{ duration: windowSeconds, points: limits[kind] },
  })
  ofDatabase.set(kind, made)
  return made
}

/** Counts an attempt, in the database: every process sees it. Throws `rate_limited` past the limit. */
export async function countAttempt(kind: Limited, key: string): Promise<void> {
  try {
    await findLimiter(kind).consume(key)
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    const retryAfterSeconds = Math.ceil(refusal.msBeforeNext / 1_000)
    throw new AppError(
      'rate_limited',
      `There were too many attempts. Nothing was done. Try again in ${Math.ceil(retryAfterSeconds / 60)} minutes.`,
      { retryAfterSeconds },
    )
  }
}
