import type { WorkCalls } from './call-work'
import type { Patience } from './retry-work'
import type { Fetched } from './serve-work'

/** Opening the last one again answers a key: later it would come as a surprise. */
export const reopensWithinMs = 10_000

interface ReopeningParts {
  calls: Pick<WorkCalls, 'reopen'>
  patience: Patience
  read: (lease: string) => Promise<Fetched>
}

/** Opens again what was submitted last, once however often it is asked for. */
export class Reopening {
  isUnderWay = false
  private asked: { annotation: string; idempotencyKey: string } | null = null

  constructor(private readonly parts: ReopeningParts) {}

  /** Null where it is under way already, or the page ended first. Throws what the server refused, or `unavailable`. */
  async open(annotation: string): Promise<Fetched | null> {
    if (this.isUnderWay) return null
    // Asked for once more, it may be that only the answer was lost.
    if (this.asked?.annotation !== annotation)
      this.asked = { annotation, idempotencyKey: crypto.randomUUID() }
    const { calls, patience, read } = this.parts
    this.isUnderWay = true
    try {
      const { lease } = await calls.reopen(annotation, this.asked.idempotencyKey)
      return (await patience.retry(() => read(lease))) ?? null
    } finally {
      this.isUnderWay = false
    }
  }
}
