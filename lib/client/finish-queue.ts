import type { AppError } from '@/lib/platform/errors'
import type { DraftStore } from './draft-store'
import type { FinishRequest, SubmitReply, LabellingScreenCalls } from './labelling-screen-calls'
import type { PagePresence } from './page-presence'
import { findPermanentError, type Retrier } from './retrier'

interface FinishQueueDeps {
  calls: Pick<LabellingScreenCalls, 'finish'>
  drafts: DraftStore
  presence: Pick<PagePresence, 'runExclusive'>
  retrier: Retrier
  onPendingChange: (count: number) => void
  onAccepted: (reply: SubmitReply | null) => void
  /** The server has it as a draft, because its first error has options that were not seen. */
  onReturned: (reply: SubmitReply) => void
  onRefused: (refusal: AppError) => void
}

interface FinishOptions {
  /** A running save that must finish first. */
  after?: Promise<void>
  /** Called when the server refuses it for good. */
  onRefused?: () => void
  /** Called when it is not submitted, but saved as a draft. */
  onReturned?: () => void
}

/**
 * Sends submissions and skips one after the other in the background. Each is stored until the server accepts it and
 * keeps its idempotency key.
 */
export class FinishQueue {
  private readonly pending = new Map<string, Promise<SubmitReply | null>>()
  private last: Promise<unknown> = Promise.resolve()
  /** Keys that fail on the server. They stay stored and don't block the others. */
  private readonly failed = new Set<string>()

  constructor(private readonly deps: FinishQueueDeps) {}

  /** Resolves with the reply; null for a skip, a refusal, or if it is only saved as a draft. */
  send(finish: FinishRequest, options: FinishOptions): Promise<SubmitReply | null> {
    this.deps.drafts.saveFinish(finish)
    return this.enqueue(finish, options)
  }

  /**
   * Resolves when nothing is waiting, including what other pages could not send. Until then the server would serve the
   * same solution again.
   */
  async settle(): Promise<void> {
    for (const finish of await this.deps.drafts.listFinishes())
      if (!this.pending.has(finish.idempotencyKey) && !this.failed.has(finish.idempotencyKey))
        void this.enqueue(finish, null)
    await Promise.all(this.pending.values())
  }

  private enqueue(
    finish: FinishRequest,
    options: FinishOptions | null,
  ): Promise<SubmitReply | null> {
    const { pending, deps } = this
    const delivery = this.last.then(() => this.deliver(finish, options))
    const tracked = delivery.finally(() => {
      pending.delete(finish.idempotencyKey)
      deps.onPendingChange(pending.size)
    })
    this.last = tracked
    pending.set(finish.idempotencyKey, tracked)
    deps.onPendingChange(pending.size)
    return tracked
  }

  private async deliver(
    finish: FinishRequest,
    options: FinishOptions | null,
  ): Promise<SubmitReply | null> {
    const { drafts, retrier, presence, onAccepted, onReturned, onRefused } = this.deps
    await options?.after
    try {
      const outcome = await retrier.retry(() =>
        presence.runExclusive(() => this.try(finish, options)),
      )
      // The page closed first, or another page sent it.
      if (outcome === undefined || outcome === 'gone') return null
      drafts.removeFinish(finish)
      drafts.remove(finish.solution, finish.writer)
      if (outcome.reply?.state === 'needs_options') {
        options?.onReturned?.()
        onReturned(outcome.reply)
        return null
      }
      onAccepted(outcome.reply)
      return outcome.reply
    } catch (error) {
      const refusal = findPermanentError(error)
      if (!refusal) throw error
      // After a sign-out it is sent after the next sign-in; after a failure, by a later page. Otherwise the ratings
      // stay stored.
      if (refusal.code === 'internal') this.failed.add(finish.idempotencyKey)
      else if (refusal.code !== 'unauthenticated') {
        drafts.removeFinish(finish)
        options?.onRefused?.()
      }
      onRefused(refusal)
      return null
    }
  }

  private async try(finish: FinishRequest, options: FinishOptions | null) {
    const { calls, drafts } = this.deps
    await drafts.flush()
    // This page's own finish is sent anyway: the same key returns the reply that another page received.
    if (!options && !(await this.isStored(finish))) return 'gone' as const
    return { reply: await calls.finish(finish) }
  }

  private async isStored({ idempotencyKey }: FinishRequest): Promise<boolean> {
    const storedFinishes = await this.deps.drafts.listFinishes()
    return storedFinishes.some((finish) => finish.idempotencyKey === idempotencyKey)
  }
}
