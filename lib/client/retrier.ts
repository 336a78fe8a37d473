import { AppError, type ErrorCode } from '@/lib/platform/errors'

const minPauseMs = 1_000
const maxPauseMs = 30_000
/** Rate limits can ask for a minute. */
const maxRetryAfterMs = 60_000

/** Errors that a later attempt may not get. */
const transientCodes: readonly ErrorCode[] = ['unavailable', 'internal', 'rate_limited']

/** An error that retrying will not change; null for a transient one, such as a truncated reply. */
export function findPermanentError(error: unknown): AppError | null {
  if (!(error instanceof AppError)) return null
  return !transientCodes.includes(error.code) || exhaustedErrors.has(error) ? error : null
}

/** The number of internal errors after which a request is not retried. */
const maxInternalErrors = 5
const exhaustedErrors = new WeakSet<AppError>()

const choosePause = (attempt: number) => Math.min(maxPauseMs, minPauseMs * 2 ** attempt)

/** The pause that the server asks for, capped; null if it asks for none. */
function readRetryAfter(error: unknown): number | null {
  const seconds = error instanceof AppError ? Number(error.details.retryAfterSeconds) : 0
  return seconds > 0 ? Math.min(maxRetryAfterMs, seconds * 1_000) : null
}

/** Retries with exponential backoff, or after the pause that the server asks for. */
export class Retrier {
  private hasEnded = false
  private readonly wakers = new Set<() => void>()

  constructor(private readonly onReachable: (isReachable: boolean) => void) {}

  /**
   * Throws an error that retrying will not change. Resolves with undefined after `end`, or if `request` sent nothing and
   * so returned undefined, which says nothing about the connection.
   */
  async retry<T>(request: () => Promise<T | undefined>): Promise<T | undefined> {
    let internalErrors = 0
    for (let attempt = 0; !this.hasEnded; attempt += 1) {
      let pauseMs = choosePause(attempt)
      try {
        const value = await request()
        if (value !== undefined) this.onReachable(true)
        return value
      } catch (error) {
        if (error instanceof AppError && error.code === 'internal') {
          internalErrors += 1
          if (internalErrors === maxInternalErrors) exhaustedErrors.add(error)
        }
        const refusal = findPermanentError(error)
        this.onReachable(refusal !== null || internalErrors > 0)
        if (refusal) throw refusal
        pauseMs = readRetryAfter(error) ?? pauseMs
      }
      if (!this.hasEnded) await this.pause(pauseMs)
    }
    return undefined
  }

  /** Ends all pauses, on request or when the network is back. */
  retryNow(): void {
    for (const wake of this.wakers) wake()
  }

  end(): void {
    this.hasEnded = true
    this.retryNow()
  }

  private pause(pauseMs: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        this.wakers.delete(wake)
        resolve()
      }
      const timer = setTimeout(wake, pauseMs)
      this.wakers.add(wake)
    })
  }
}
