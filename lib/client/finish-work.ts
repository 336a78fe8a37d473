import type { AppError } from '@/lib/platform/errors'
import type { Finish, WorkCalls } from './call-work'
import type { WorkKeeper } from './keep-work'
import { findRefusal, type Patience } from './retry-work'

interface FinisherParts {
  calls: Pick<WorkCalls, 'finish'>
  keeper: WorkKeeper
  patience: Patience
  onUnderWay: (count: number) => void
  onTaken: (doneToday: number | null) => void
  onRefused: (refusal: AppError) => void
}

/**
 * Hands in what was finished here, in the background: kept on this device until the server has taken it, and sent again
 * with the same idempotency key until then.
 */
export class WorkFinisher {
  private readonly underWay = new Set<Promise<void>>()

  constructor(private readonly parts: FinisherParts) {}

  /** What an earlier page could not hand in. */
  resume(): void {
    for (const finish of this.parts.keeper.listFinishes()) this.track(this.hand(finish))
  }

  /** `after`: a save that is under way, and must not come second. */
  send(finish: Finish, after: Promise<void> | undefined): void {
    this.parts.keeper.keepFinish(finish)
    this.track(this.hand(finish, after))
  }

  /** Once nothing is under way: before that the server would serve the same solution again. */
  async settle(): Promise<void> {
    await Promise.all(this.underWay)
  }

  private track(handing: Promise<void>): void {
    const tracked = handing.finally(() => {
      this.underWay.delete(tracked)
      this.parts.onUnderWay(this.underWay.size)
    })
    this.underWay.add(tracked)
    this.parts.onUnderWay(this.underWay.size)
  }

  private async hand(finish: Finish, after?: Promise<void>): Promise<void> {
    const { calls, keeper, patience, onTaken, onRefused } = this.parts
    await after
    try {
      const doneToday = await patience.retry(() => calls.finish(finish))
      // The page went away first: the next one resumes.
      if (doneToday === undefined) return
      keeper.forgetFinish(finish.lease)
      keeper.forget(finish.solution)
      onTaken(doneToday)
    } catch (error) {
      const refusal = findRefusal(error)
      if (!refusal) throw error
      // Signed out: handed in again after the sign-in. Otherwise the ratings stay kept, for when the solution comes back.
      if (refusal.code !== 'unauthenticated') keeper.forgetFinish(finish.lease)
      onRefused(refusal)
    }
  }
}
