import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Actor, Person } from '@/lib/auth/actor'
import { consumeRateLimitPoint } from '@/lib/auth/server/rate-limit-points'
import { AppError } from '@/lib/platform/errors'
import { formatCount, formatDuration } from '@/lib/platform/format'
import { readRateLimit } from '@/lib/platform/server/env'

/**
 * Two limits (docs/decisions/027-two-rate-limits.md). Calls per person or token are counted in this process's memory,
 * so that claiming and saving write no extra rows. Expensive calls are counted in the database, for all processes
 * together.
 */

const minuteSeconds = 60
const hourSeconds = 3_600

/** Maximum per person and hour, by call name. People stay far below; a script in a loop does not. */
export const expensiveCallsPerHour: Readonly<Record<string, number>> = {
  createToken: 60,
  startImport: 240,
  createRelease: 120,
  startScoreRun: 120,
  beginScoreImport: 120,
  trainScorer: 120,
  tryScorer: 240,
  testWebhook: 120,
  redeliverMessage: 240,
}

let callLimiter: { limit: number; limiter: RateLimiterMemory } | undefined

/** Throws `rate_limited` if a person or a token used all calls of this minute. */
export async function enforceCallLimit(actor: Actor): Promise<void> {
  const limit = readRateLimit()
  if (limit === null || actor.kind !== 'person') return
  if (callLimiter?.limit !== limit)
    callLimiter = {
      limit,
      limiter: new RateLimiterMemory({ points: limit, duration: minuteSeconds }),
    }
  try {
    await callLimiter.limiter.consume(nameCaller(actor))
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    throwRateLimited(
      `The limit is ${formatCount(limit)} calls a minute per person or token.`,
      Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000)),
    )
  }
}

/** Throws `rate_limited` if the call is expensive and the person has made it too often this hour. */
export async function enforceExpensiveCallLimit(actor: Actor, call: string): Promise<void> {
  const points = expensiveCallsPerHour[call]
  if (points === undefined || actor.kind !== 'person' || readRateLimit() === null) return
  const limit = { name: `costly-${call}`, points, windowSeconds: hourSeconds }
  const refusal = await consumeRateLimitPoint(limit, actor.userId)
  if (refusal !== null)
    throwRateLimited(
      `You can start this ${formatCount(points)} times an hour.`,
      refusal.retryAfterSeconds,
    )
}

function throwRateLimited(message: string, retryAfterSeconds: number): never {
  throw new AppError(
    'rate_limited',
    `${message} Nothing was changed. Try again in ${formatDuration(retryAfterSeconds)}.`,
    { retryAfterSeconds },
  )
}

const nameCaller = ({ userId, via }: Person) =>
  via.kind === 'token' ? `token:${via.tokenId}` : `user:${userId}`
