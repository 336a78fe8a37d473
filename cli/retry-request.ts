import { setTimeout as wait } from 'node:timers/promises'
import { AppError, type ErrorCode } from '@/lib/platform/errors'
import { formatDuration } from '@/lib/platform/format'
import { printMessage, sanitiseForTerminal, type Terminal } from './terminal'

/** Errors that a retry can solve: network, restart, rate limit, internal error. */
const retryableCodes: readonly ErrorCode[] = ['unavailable', 'internal', 'rate_limited']
const maxPauseMs = 30_000
const maxRetryAfterSeconds = 120
/** About a minute in total. */
const maxAttempts = 9

interface RetryOptions {
  signal?: AbortSignal
  /** Whether another try can do no harm. */
  canRepeat?: (error: AppError) => boolean
}

/**
 * Retries an action with exponential backoff, or after the delay that the server asks for. Throws errors that a retry can't
 * solve, the last error, or the signal's reason.
 */
export async function retryRequest<T>(
  terminal: Terminal,
  run: () => Promise<T>,
  { signal, canRepeat = () => true }: RetryOptions = {},
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted()
    try {
      return await run()
    } catch (error) {
      signal?.throwIfAborted()
      if (!(error instanceof AppError) || !isRetryable(error) || attempt === maxAttempts)
        throw error
      if (!canRepeat(error)) throw error
      const pauseMs = choosePause(error, attempt, terminal.firstRetryMs)
      const pause = formatDuration(pauseMs / 1000)
      printMessage(
        terminal,
        `${sanitiseForTerminal(firstSentence(error.message))} Retrying in ${pause}.`,
      )
      await waitMilliseconds(pauseMs, signal)
    }
  }
}

/** False if another server rejected the request, such as a proxy that has no such page, or if the delay is too long. */
function isRetryable({ code, details }: AppError): boolean {
  if (!retryableCodes.includes(code)) return false
  const { answered, retryAfterSeconds } = details
  if (typeof answered === 'number' && answered < 500 && answered !== 408) return false
  return !(Number(retryAfterSeconds) > maxRetryAfterSeconds)
}

/** Throws the signal's reason if it aborts. */
export async function waitMilliseconds(ms: number, signal?: AbortSignal): Promise<void> {
  try {
    await wait(ms, undefined, { signal })
  } catch {
    signal?.throwIfAborted()
  }
}

function choosePause({ details }: AppError, attempt: number, firstPauseMs: number): number {
  const delaySeconds = Number(details.retryAfterSeconds)
  if (delaySeconds > 0) return delaySeconds * 1000
  // Jitter, so that clients do not all retry at the same moment.
  const jitter = 0.5 + Math.random() / 2
  return jitter * Math.min(maxPauseMs, firstPauseMs * 2 ** (attempt - 1))
}

const firstSentence = (message: string) => /^.*?[.!](?=\s|$)/.exec(message)?.[0] ?? message
