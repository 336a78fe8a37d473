import { setTimeout as wait } from 'node:timers/promises'
import { AppError, type ErrorCode } from '@/lib/platform/errors'
import { formatDuration } from '@/lib/platform/format'
import { say, type Shell, showText } from './shell'

/** Refusals that a later try may not meet: the network, a restart, a limit, a fault of the server's. */
const passing: readonly ErrorCode[] = ['unavailable', 'internal', 'rate_limited']
const firstPauseMs = 250
const longestPauseMs = 30_000
const longestAskedSeconds = 120
/** About a minute in all. */
const mostTries = 9

/**
 * Does something that may be done twice, until it works: with longer and longer pauses, or those that the server asks
 * for. Throws what is no passing trouble, the last trouble, or why the signal ended it.
 */
export async function keepTrying<T>(
  shell: Shell,
  act: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted()
    try {
      return await act()
    } catch (error) {
      signal?.throwIfAborted()
      if (!(error instanceof AppError) || !passing.includes(error.code) || attempt === mostTries)
        throw error
      // Of an hour's limit: nobody sits and watches that.
      if (Number(error.details.retryAfterSeconds) > longestAskedSeconds) throw error
      const pauseMs = choosePause(error, attempt)
      const pause = formatDuration(pauseMs / 1000)
      say(shell, `${showText(firstSentence(error.message))} Trying again in ${pause}.`)
      await pauseFor(pauseMs, signal)
    }
  }
}

/** Throws the signal's reason when it ends the pause. */
export async function pauseFor(ms: number, signal?: AbortSignal): Promise<void> {
  try {
    await wait(ms, undefined, { signal })
  } catch {
    signal?.throwIfAborted()
  }
}

function choosePause({ details }: AppError, attempt: number): number {
  const asked = Number(details.retryAfterSeconds)
  if (asked > 0) return asked * 1000
  // Not all at the same moment after a restart.
  const spread = 0.5 + Math.random() / 2
  return spread * Math.min(longestPauseMs, firstPauseMs * 2 ** (attempt - 1))
}

const firstSentence = (message: string) => /^.*?[.!](?=\s|$)/.exec(message)?.[0] ?? message
