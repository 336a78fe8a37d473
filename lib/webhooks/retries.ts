/** Seconds after a failed try until the next one. Together a little more than a day; then the message is given up. */
const delaysSeconds = [5, 60, 300, 1_800, 7_200, 14_400, 28_800, 36_000] as const

/** Until it is looked again whether a message can be signed. It waits for us, so that no try of it is used up. */
export const unsealRetrySeconds = 300

/** A message that is given up when all have failed for so long switches the webhook off. */
export const maxFailingDays = 3

const maxRetryAfterSeconds = 86_400

/**
 * Seconds to wait after this number of tries; null: no more tries. A receiver can ask for longer (`Retry-After`), not
 * for less.
 */
export function chooseDelaySeconds(tries: number, retryAfterSeconds: number | null): number | null {
  const delay = delaysSeconds[tries - 1]
  if (delay === undefined) return null
  return Math.max(delay, Math.min(retryAfterSeconds ?? 0, maxRetryAfterSeconds))
}
