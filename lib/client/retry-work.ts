import { AppError, type ErrorCode } from '@/lib/platform/errors'

const firstPauseMs = 1_000
const longestPauseMs = 30_000

/** Refusals that a later try may not meet: the network, a restart, a limit. */
const passing: readonly ErrorCode[] = ['unavailable', 'internal', 'rate_limited']

/** A refusal that trying again will not change; null for what may pass, such as a reply that was cut short. */
export function findRefusal(error: unknown): AppError | null {
  return error instanceof AppError && !passing.includes(error.code) ? error : null
}

/** Tries until the server is reached, with longer and longer pauses. */
export class Patience {
  private ended = false
  private readonly wakers = new Set<() => void>()

  constructor(private readonly onReached: (isReached: boolean) => void) {}

  /** Throws a refusal; undefined once this has ended. */
  async retry<T>(act: () => Promise<T>): Promise<T | undefined> {
    for (let attempt = 0; !this.ended; attempt += 1) {
      try {
        const value = await act()
        this.onReached(true)
        return value
      } catch (error) {
        const refusal = findRefusal(error)
        this.onReached(refusal !== null)
        if (refusal) throw refusal
      }
      if (!this.ended) await this.pause(attempt)
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

  private pause(attempt: number): Promise<void> {
    const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** attempt)
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
