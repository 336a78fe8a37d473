/** Seconds after a failed try until the next one. Together a little more than a day; then the message is given up. */
const pausesSeconds = [5, 60, 300, 1_800, 7_200, 14_400, 28_800, 36_000] as const

/** Until it is looked again whether a message can be signed. It waits for us, so that no try of it is used up. */
export const ourPauseSeconds = 300

/** A message that is given up when all have failed for so long switches the webhook off. */
export const failingDaysMax = 3

const longestAskedSeconds = 86_400

/**
 * How long to wait after so many tries; null: no more of them. A receiver may ask for longer (`Retry-After`), not for
 * less.
 */
export function choosePauseSeconds(tries: number, askedSeconds: number | null): number | null {
  const pause = pausesSeconds[tries - 1]
  if (pause === undefined) return null
  return Math.max(pause, Math.min(askedSeconds ?? 0, longestAskedSeconds))
}
