import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Actor, Person } from '@/lib/auth/actor'
import { takePoint } from '@/lib/auth/server/count-points'
import { AppError } from '@/lib/platform/errors'
import { formatCount, formatDuration } from '@/lib/platform/format'
import { readRateLimit } from '@/lib/platform/server/env'

/**
 * Two limits (docs/decisions/027-two-rate-limits.md). How many calls a person or a token makes is counted in the memory
 * of this process, so that claiming and saving write no row more; what costs much is counted in the database, for all
 * processes together.
 */

const minuteSeconds = 60
const hourSeconds = 3_600

/** For each person in an hour, by the name of the call. A person's hands never get there; a script in a loop does. */
export const costlyPerHour: Readonly<Record<string, number>> = {
  createToken: 60,
  startImport: 240,
  createRelease: 120,
  startScoreRun: 120,
  beginScoreImport: 120,
  trainScorer: 120,
  tryScorer: 240,
  testWebhook: 120,
  redeliver: 240,
}

let counted: { limit: number; limiter: RateLimiterMemory } | undefined

/** Throws `rate_limited` where a person or a token has had all its calls of this minute. */
export async function takeTurn(actor: Actor): Promise<void> {
  const limit = readRateLimit()
  if (limit === null || actor.kind !== 'person') return
  if (counted?.limit !== limit)
    counted = {
      limit,
      limiter: new RateLimiterMemory({ points: limit, duration: minuteSeconds }),
    }
  try {
    await counted.limiter.consume(nameCaller(actor))
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    refuse(
      `${formatCount(limit)} calls a minute are what each person and each token has.`,
      Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000)),
    )
  }
}

/** Throws `rate_limited` where a person has begun as many of what costs much as an hour allows. */
export async function takeCostlyTurn(actor: Actor, call: string): Promise<void> {
  const points = costlyPerHour[call]
  if (points === undefined || actor.kind !== 'person' || readRateLimit() === null) return
  const limit = { name: `costly-${call}`, points, windowSeconds: hourSeconds }
  const refusal = await takePoint(limit, actor.userId)
  if (refusal !== null)
    refuse(
      `This may be begun ${formatCount(points)} times an hour by each person.`,
      refusal.retryAfterSeconds,
    )
}

function refuse(message: string, retryAfterSeconds: number): never {
  throw new AppError(
    'rate_limited',
    `${message} Nothing was done. Go on in ${formatDuration(retryAfterSeconds)}.`,
    { retryAfterSeconds },
  )
}

const nameCaller = ({ userId, via }: Person) =>
  via.kind === 'token' ? `token:${via.tokenId}` : `user:${userId}`
