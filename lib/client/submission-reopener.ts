import { AppError } from '@/lib/platform/errors'
import type { LabellingScreenCalls } from './labelling-screen-calls'
import type { LoadedWork } from './prefetcher'
import type { Retrier } from './retrier'

/** A reopened solution that arrives later than this would surprise the annotator. */
export const maxReopenDelayMs = 10_000

export const makeUnreachableError = () =>
  new AppError('unavailable', 'Can’t reach the server. Try again when you are back online.')

interface ReopenerDeps {
  calls: Pick<LabellingScreenCalls, 'reopen'>
  retrier: Retrier
  read: (lease: string) => Promise<LoadedWork>
}

/** Reopens the last submission, only once however often it is requested. */
export class SubmissionReopener {
  isReopening = false
  private lastRequest: { annotation: string; idempotencyKey: string } | null = null

  constructor(private readonly deps: ReopenerDeps) {}

  /** Null if a request is running or the page ended. Throws the server's refusal, or `unavailable`. */
  async open(annotation: string): Promise<LoadedWork | null> {
    if (this.isReopening) return null
    // The same key, in case only the reply was lost.
    if (this.lastRequest?.annotation !== annotation)
      this.lastRequest = { annotation, idempotencyKey: crypto.randomUUID() }
    const { calls, retrier, read } = this.deps
    this.isReopening = true
    try {
      const { lease } = await calls.reopen(annotation, this.lastRequest.idempotencyKey)
      return (await retrier.retry(() => read(lease))) ?? null
    } finally {
      this.isReopening = false
    }
  }
}
