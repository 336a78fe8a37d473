import { AppError, type ErrorCode } from '@/lib/platform/errors'

const firstPauseMs = 1_000
const longestPauseMs = 30_000
/** A limit of calls counts minutes. */
const longestAskedPauseMs = 60_000

/** Refusals that a later try may not meet: the network, a restart, a limit. */
const passing: readonly ErrorCode[] = ['unavailable', 'internal', 'rate_limited']

/** A refusal that trying again will not change; null for what may pass, such as a reply that was cut short. */
export function findRefusal(error: unknown): AppError | null {
  if (!(error instanceof AppError)) return null
  return !passing.includes(error.code) || givenUp.has(error) ? error : null
}

/** A failure of the server's own that came so often is not worth another try. */
const mostFailures = 5
const givenUp = new WeakSet<AppError>()

const choosePause = (attempt: number) => Math.min(longestPauseMs, firstPauseMs * 2 ** attempt)

/** What the server asks for, as far as somebody can be kept waiting; null: it asks for nothing. */
function readPause(error: unknown): number | null {
  const seconds = error instanceof AppError ? Number(error.details.retryAfterSeconds) : 0
  return seconds > 0 ? Math.min(longestAskedPauseMs, seconds * 1_000) : null
}

/** Tries until the server is reached, with longer and longer pauses, or those that the server asks for. */
export class Patience {
  private ended = false
  private readonly wakers = new Set<() => void>()

  constructor(private readonly onReached: (isReached: boolean) => void) {}

  /** Throws a refusal; undefined once this has ended. */
  async retry<T>(act: () => Promise<T>): Promise<T | undefined> {
    let failures = 0
    for (let attempt = 0; !this.ended; attempt += 1) {
      let pauseMs = choosePause(attempt)
      try {
        const value = await act()
        this.onReached(true)
        return value
      } catch (error) {
        if (error instanceof AppError && error.code === 'internal') {
          failures += 1
          if (failures === mostFailures) givenUp.add(error)
        }
        const refusal = findRefusal(error)
        this.onReached(refusal !== null || failures > 0)
        if (refusal) throw refusal
        pauseMs = readPause(error) ?? pauseMs
      }
      if (!this.ended) await this.pause(pauseMs)
    }
    return undefined
  }

  /** Ends all pauses: somebody asks for it, or the network is back. */
  tryNow(): void {
    for (const wake of this.wakers) wake()
  }

  end(): void {
    this.ended = true
    this.tryNow()
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
