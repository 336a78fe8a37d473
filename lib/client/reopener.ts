import type { WorkCalls } from './work-calls'
import type { Retrier } from './retrier'
import type { LoadedWork } from './prefetcher'

/** Opening the last one again answers a key: later it would come as a surprise. */
export const maxReopenDelayMs = 10_000

interface ReopenerDeps {
  calls: Pick<WorkCalls, 'reopen'>
  retrier: Retrier
  read: (lease: string) => Promise<LoadedWork>
}

/** Opens again what was submitted last, once however often it is asked for. */
export class Reopener {
  isUnderWay = false
  private lastRequest: { annotation: string; idempotencyKey: string } | null = null

  constructor(private readonly deps: ReopenerDeps) {}

  /** Null where it is under way already, or the page ended first. Throws what the server refused, or `unavailable`. */
  async open(annotation: string): Promise<LoadedWork | null> {
    if (this.isUnderWay) return null
    // Asked for once more, it may be that only the answer was lost.
    if (this.lastRequest?.annotation !== annotation)
      this.lastRequest = { annotation, idempotencyKey: crypto.randomUUID() }
    const { calls, retrier, read } = this.deps
    this.isUnderWay = true
    try {
      const { lease } = await calls.reopen(annotation, this.lastRequest.idempotencyKey)
      return (await retrier.retry(() => read(lease))) ?? null
    } finally {
      this.isUnderWay = false
    }
  }
}
