/** Seconds between attempts, in total a little more than a day. The delivery fails with the attempt after the last delay. */
const delaysSeconds = [5, 60, 300, 1_800, 7_200, 14_400, 28_800, 36_000] as const

/** Delay if the secret can't be decrypted. This is not counted as an attempt, because the receiver is not at fault. */
export const decryptionRetrySeconds = 300

/** A failed delivery turns the webhook off if deliveries have failed for this long without a success. */
export const maxDaysOfFailedDeliveries = 3

const maxRetryAfterSeconds = 86_400

/**
 * Seconds to wait after this number of attempts; null: no more attempts. A receiver can ask for a longer delay with
 * `Retry-After`, but not for a shorter one.
 */
export function computeRetryDelaySeconds(
  attempts: number,
  retryAfterSeconds: number | null,
): number | null {
  const delay = delaysSeconds[attempts - 1]
  if (delay === undefined) return null
  return Math.max(delay, Math.min(retryAfterSeconds ?? 0, maxRetryAfterSeconds))
}
