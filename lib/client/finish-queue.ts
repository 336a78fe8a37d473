import type { AppError } from '@/lib/platform/errors'
import type { Finish, SubmitReply, WorkCalls } from './work-calls'
import type { DraftStore } from './draft-store'
import type { PagePresence } from './page-presence'
import { findRefusal, type Retrier } from './retrier'

interface FinishQueueDeps {
  calls: Pick<WorkCalls, 'finish'>
  drafts: DraftStore
  presence: Pick<PagePresence, 'runExclusive'>
  retrier: Retrier
  onPendingChange: (count: number) => void
  onAccepted: (reply: SubmitReply | null) => void
  onRefused: (refusal: AppError) => void
}

interface FinishOptions {
  /** A save that is under way, and must not come second. */
  after?: Promise<void>
  /** It will not be taken, however often it is tried. */
  onRefused?: () => void
}

/**
 * Hands in what was finished in this browser, one after the other in the background: kept until the server has taken it,
 * and sent again with the same idempotency key until then.
 */
export class FinishQueue {
  private readonly pending = new Map<string, Promise<SubmitReply | null>>()
  private last: Promise<unknown> = Promise.resolve()
  /** On these the server fails: kept for another day, so that the others pass. */
  private readonly failed = new Set<string>()

  constructor(private readonly deps: FinishQueueDeps) {}

  /** What became of it; null where there is nothing to say. */
  send(finish: Finish, options: FinishOptions): Promise<SubmitReply | null> {
    this.deps.drafts.saveFinish(finish)
    return this.enqueue(finish, options)
  }

  /**
   * Settles once nothing is left to be handed in, also of what other pages could not: before that the server would serve
   * the same solution again.
   */
  async settle(): Promise<void> {
    for (const finish of await this.deps.drafts.listFinishes())
      if (!this.pending.has(finish.idempotencyKey) && !this.failed.has(finish.idempotencyKey))
        void this.enqueue(finish, null)
    await Promise.all(this.pending.values())
  }

  private enqueue(finish: Finish, options: FinishOptions | null): Promise<SubmitReply | null> {
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
    finish: Finish,
    options: FinishOptions | null,
  ): Promise<SubmitReply | null> {
    const { drafts, retrier, presence, onAccepted, onRefused } = this.deps
    await options?.after
    try {
      const outcome = await retrier.retry(() =>
        presence.runExclusive(() => this.try(finish, options)),
      )
      // The page went away first, and the next one goes on; or another page was quicker.
      if (outcome === undefined || outcome === 'gone') return null
      drafts.removeFinish(finish)
      drafts.remove(finish.solution, finish.writer)
      onAccepted(outcome.reply)
      return outcome.reply
    } catch (error) {
      const refusal = findRefusal(error)
      if (!refusal) throw error
      // Signed out: handed in after the sign-in; failed: by a later page. Otherwise the ratings stay kept, for when the solution comes back.
      if (refusal.code === 'internal') this.failed.add(finish.idempotencyKey)
      else if (refusal.code !== 'unauthenticated') {
        drafts.removeFinish(finish)
        options?.onRefused?.()
      }
      onRefused(refusal)
      return null
    }
  }

  private async try(finish: Finish, options: FinishOptions | null) {
    const { calls, drafts } = this.deps
    await drafts.flush()
    // One's own is sent even so: with the same key comes the answer that the other page got.
    if (!options && !(await this.isStored(finish))) return 'gone' as const
    return { reply: await calls.finish(finish) }
  }

  private async isStored({ idempotencyKey }: Finish): Promise<boolean> {
    const stored = await this.deps.drafts.listFinishes()
    return stored.some((finish) => finish.idempotencyKey === idempotencyKey)
  }
}
