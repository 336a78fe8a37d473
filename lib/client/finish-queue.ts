import type { ErrorCode } from '@/lib/platform/errors'
import type { DraftStore } from './draft-store'
import type { SubmissionOrSkip, LabellingScreenCalls } from './labelling-screen-calls'
import type { FinishCounts } from './labelling-screen-view'
import type { FinishOutcome } from './labelling-session'
import type { DraftSnapshot } from './outbox-records'
import type { PagePresence } from './page-presence'
import { findPermanentError, type Retrier } from './retrier'
import { deleteAnnotationTexts } from './unfinished-text'

interface FinishQueueDeps {
  calls: Pick<LabellingScreenCalls, 'finish'>
  drafts: DraftStore
  presence: Pick<PagePresence, 'runExclusive'>
  retrier: Retrier
  onCountsChange: (counts: FinishCounts) => void
  onOutcome: (outcome: FinishOutcome) => void
}

interface FinishOptions {
  /** A running save that must finish first. */
  after: Promise<void> | undefined
  /** Stored again if the server finally refuses the finish, so that any page can continue the draft. */
  draft: DraftSnapshot | null
}

interface Delivery {
  finish: SubmissionOrSkip
  /** Null for a finish of another page. */
  options: FinishOptions | null
}

const temporaryRefusals: readonly ErrorCode[] = ['internal', 'unauthenticated', 'paused']

/**
 * Sends submissions and skips one after the other in the background. Each is stored until the server accepts or finally
 * refuses it, and every attempt has the same idempotency key.
 */
export class FinishQueue {
  private readonly pending = new Map<string, Promise<void>>()
  private last: Promise<unknown> = Promise.resolve()
  /** Keys that fail on the server. They are sent again after a sign-in, a pause or a reload, and don't block the others. */
  private readonly failed = new Set<string>()
  /** What waits for a sign-in, the end of a pause or a reload before it is sent again. Includes the failed ones. */
  private readonly stored = new Map<string, Delivery>()
  /** Keys of submissions that found an error, also of those that were sent. */
  private readonly foundError = new Set<string>()

  constructor(private readonly deps: FinishQueueDeps) {}

  /** Resolves when the server has accepted or refused the finish, or when this page stops sending it. */
  send(finish: SubmissionOrSkip, options: FinishOptions): Promise<void> {
    this.deps.drafts.saveFinish(finish)
    this.removeReplaced(finish)
    return this.enqueue(finish, options)
  }

  /** Removes the stored finish of a solution that was served again and is finished again now. */
  private removeReplaced({ solution }: SubmissionOrSkip): void {
    const { stored, failed, deps } = this
    for (const [idempotencyKey, { finish }] of stored) {
      if (finish.solution !== solution) continue
      deps.drafts.removeFinish(finish)
      stored.delete(idempotencyKey)
      failed.delete(idempotencyKey)
    }
  }

  /**
   * Sends everything that is stored, including what other pages could not send, and resolves when nothing is waiting. Until
   * then the server would serve the same solutions again.
   */
  async settle(): Promise<void> {
    const { pending, failed, stored } = this
    const deliveries = new Map<string, Delivery>()
    for (const finish of await this.deps.drafts.listFinishes())
      deliveries.set(finish.idempotencyKey, { finish, options: null })
    // Also what another page has sent for this one, so that this one gets the reply.
    for (const [idempotencyKey, delivery] of stored) deliveries.set(idempotencyKey, delivery)
    for (const [idempotencyKey, { finish, options }] of deliveries)
      if (!pending.has(idempotencyKey) && !failed.has(idempotencyKey))
        void this.enqueue(finish, options)
    await Promise.all(pending.values())
  }

  get isSending(): boolean {
    return this.pending.size > 0
  }

  /** Whether the next `settle` sends something again, so that the server may serve its solution before. */
  get hasUnsent(): boolean {
    return this.stored.size > this.failed.size
  }

  /** Like `settle`, after a sign-in or a pause: also sends again what failed on the server. */
  settleWithFailed(): Promise<void> {
    this.failed.clear()
    return this.settle()
  }

  private enqueue(finish: SubmissionOrSkip, options: FinishOptions | null): Promise<void> {
    const { pending, stored } = this
    const delivery = this.last.then(() => this.deliver(finish, options))
    const trackedDelivery = delivery.finally(() => {
      pending.delete(finish.idempotencyKey)
      this.reportCounts()
    })
    this.last = trackedDelivery
    stored.delete(finish.idempotencyKey)
    if (finish.kind === 'submit' && finish.body.finishReason === 'found_error')
      this.foundError.add(finish.idempotencyKey)
    pending.set(finish.idempotencyKey, trackedDelivery)
    this.reportCounts()
    return trackedDelivery
  }

  private reportCounts(): void {
    const { pending, stored, deps } = this
    const unsentKeys = [...pending.keys(), ...stored.keys()]
    deps.onCountsChange({
      pendingFinishes: pending.size,
      storedFinishes: stored.size,
      unsentErrors: unsentKeys.filter((key) => this.foundError.has(key)).length,
    })
  }

  private async deliver(finish: SubmissionOrSkip, options: FinishOptions | null): Promise<void> {
    const { drafts, retrier, presence, onOutcome } = this.deps
    const { idempotencyKey, solution } = finish
    await options?.after
    try {
      const outcome = await retrier.retry(() =>
        presence.runExclusive(() => this.try(finish, options)),
      )
      // The page closed first, or another page sent it.
      if (!outcome) return
      const { reply } = outcome
      drafts.removeFinish(finish)
      drafts.remove(solution, finish.writer)
      if (reply?.state === 'needs_options') {
        const step = reply.reveal?.step ?? 0
        onOutcome({ type: 'finish_returned', idempotencyKey, solution, step })
      } else {
        deleteAnnotationTexts(solution)
        onOutcome({ type: 'finish_accepted', idempotencyKey, reply })
      }
    } catch (error) {
      const refusal = findPermanentError(error)
      if (!refusal) throw error
      // If the annotator was signed out or paused or the server failed, it is sent after the next sign-in, after the pause, or
      // by a later page. Any other refusal is final: only the ratings stay stored.
      const isFinal = !temporaryRefusals.includes(refusal.code)
      if (!isFinal) this.stored.set(idempotencyKey, { finish, options })
      if (refusal.code === 'internal') this.failed.add(idempotencyKey)
      if (isFinal) drafts.removeFinish(finish)
      if (isFinal && options?.draft) drafts.save(solution, options.draft, { isClosed: true })
      onOutcome({ type: 'finish_refused', idempotencyKey, refusal, isFinal })
    }
  }

  private async try(finish: SubmissionOrSkip, options: FinishOptions | null) {
    const { calls, drafts } = this.deps
    await drafts.flush()
    // This page's own finish is sent anyway: the same key returns the reply that another page received.
    if (!options && !(await this.isStored(finish))) return undefined
    return { reply: await calls.finish(finish) }
  }

  private async isStored({ idempotencyKey }: SubmissionOrSkip): Promise<boolean> {
    const storedFinishes = await this.deps.drafts.listFinishes()
    return storedFinishes.some((finish) => finish.idempotencyKey === idempotencyKey)
  }
}
