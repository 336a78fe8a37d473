import { AppError } from '@/lib/platform/errors'
import { formatDuration } from '@/lib/platform/format'
import { consumeRateLimitPoint } from './rate-limit-points'

const windowSeconds = 15 * 60
/** Attempts per window. The limits per IP address are high, because an office may share one. */
const limits = {
  'reset-account': 3,
  'reset-address': 30,
  'link-address': 200,
  'invite-accept': 20,
} as const

type AttemptKind = keyof typeof limits

/** Counts an attempt in the database, for all processes. Throws `rate_limited` past the limit. */
export async function enforceAttemptLimit(kind: AttemptKind, key: string): Promise<void> {
  const refusal = await consumeRateLimitPoint(
    { name: kind, points: limits[kind], windowSeconds },
    key,
  )
  if (refusal === null) return
  const { retryAfterSeconds } = refusal
  throw new AppError(
    'rate_limited',
    `Too many attempts. Try again in ${formatDuration(retryAfterSeconds)}.`,
    { retryAfterSeconds },
  )
}
