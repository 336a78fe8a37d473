import type { AppError } from '@/lib/platform/errors'
import type { Finish, Taken, WorkCalls } from './call-work'
import type { WorkKeeper } from './keep-work'
import type { OpenPage } from './open-page'
import { findRefusal, type Patience } from './retry-work'

interface FinisherParts {
  calls: Pick<WorkCalls, 'finish'>
  keeper: WorkKeeper
  page: Pick<OpenPage, 'takeTurn'>
  patience: Patience
  onUnderWay: (count: number) => void
  onTaken: (taken: Taken | null) => void
  onRefused: (refusal: AppError) => void
}

interface OwnFinish {
  /** A save that is under way, and must not come second. */
  after?: Promise<void>
  /** It will not be taken, however often it is tried. */
  onRefused?: () => void
}

/**
 * Hands in what was finished in this browser, one after the other in the background: kept until the server has taken it,
 * and sent again with the same idempotency key until then.
 */
export class WorkFinisher {
  private readonly underWay = new Map<string, Promise<Taken | null>>()
  private last: Promise<unknown> = Promise.resolve()
  /** On these the server fails: kept for another day, so that the others pass. */
  private readonly failed = new Set<string>()

  constructor(private readonly parts: FinisherParts) {}

  /** What became of it; null where there is nothing to say. */
  send(finish: Finish, own: OwnFinish): Promise<Taken | null> {
    this.parts.keeper.keepFinish(finish)
    return this.line(finish, own)
  }

  /**
   * Settles once nothing is left to be handed in, also of what other pages could not: before that the server would serve
   * the same solution again.
   */
  async settle(): Promise<void> {
    for (const finish of await this.parts.keeper.listFinishes())
      if (!this.underWay.has(finish.idempotencyKey) && !this.failed.has(finish.idempotencyKey))
        void this.line(finish, null)
    await Promise.all(this.underWay.values())
  }

  private line(finish: Finish, own: OwnFinish | null): Promise<Taken | null> {
    const { underWay, parts } = this
    const handing = this.last.then(() => this.hand(finish, own))
    const tracked = handing.finally(() => {
      underWay.delete(finish.idempotencyKey)
      parts.onUnderWay(underWay.size)
    })
    this.last = tracked
    underWay.set(finish.idempotencyKey, tracked)
    parts.onUnderWay(underWay.size)
    return tracked
  }

  private async hand(finish: Finish, own: OwnFinish | null): Promise<Taken | null> {
    const { keeper, patience, page, onTaken, onRefused } = this.parts
    await own?.after
    try {
      const outcome = await patience.retry(() => page.takeTurn(() => this.try(finish, own)))
      // The page went away first, and the next one goes on; or another page was quicker.
      if (outcome === undefined || outcome === 'gone') return null
      keeper.forgetFinish(finish)
      keeper.forget(finish.solution, finish.writer)
      onTaken(outcome.taken)
      return outcome.taken
    } catch (error) {
      const refusal = findRefusal(error)
      if (!refusal) throw error
      // Signed out: handed in after the sign-in; failed: by a later page. Otherwise the ratings stay kept, for when the solution comes back.
      if (refusal.code === 'internal') this.failed.add(finish.idempotencyKey)
      else if (refusal.code !== 'unauthenticated') {
        keeper.forgetFinish(finish)
        own?.onRefused?.()
      }
      onRefused(refusal)
      return null
    }
  }

  private async try(finish: Finish, own: OwnFinish | null) {
    const { calls, keeper } = this.parts
    await keeper.written()
    // One's own is sent even so: with the same key comes the answer that the other page got.
    if (!own && !(await this.isKept(finish))) return 'gone' as const
    return { taken: await calls.finish(finish) }
  }

  private async isKept({ idempotencyKey }: Finish): Promise<boolean> {
    const kept = await this.parts.keeper.listFinishes()
    return kept.some((finish) => finish.idempotencyKey === idempotencyKey)
  }
}
