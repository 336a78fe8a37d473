import type { NoneLeft, Served, Work, WorkCalls } from './call-work'
import type { Found, WorkKeeper } from './keep-work'

/** A solution, with what this device has of it beyond the server. */
export interface Fetched {
  kind: 'work'
  work: Work
  found: Found | null
  /** What was kept here was of steps that were repaired since, and is gone. */
  isOutdated: boolean
}

/** Adds what is kept here of what was served. */
export async function findKept(
  served: Served,
  keeper: Pick<WorkKeeper, 'find'>,
): Promise<Fetched | NoneLeft> {
  if (served.kind !== 'work') return served
  return { ...served, ...(await keeper.find(served.work)) }
}

/**
 * Remembers that the last solution of a screening was handed in: what comes of it is said next, also where it was judged
 * before anything more was asked for.
 */
export class ScreeningEnd {
  private items: number | null = null

  note({ screening }: Pick<Work, 'screening'>): void {
    this.items = screening && screening.number === screening.of ? screening.of : null
  }

  take(): NoneLeft | null {
    const { items } = this
    this.items = null
    return items === null ? null : { kind: 'screening_due', state: 'ending', items }
  }
}

const asksAgainAfterMs = 20_000

interface Ahead {
  fetched: Fetched | null
  arrival: Promise<Fetched | null>
}

interface AheadParts {
  calls: Pick<WorkCalls, 'serve' | 'release'>
  keeper: Pick<WorkKeeper, 'find'>
  /**
   * Resolves once what was submitted has arrived. Asked before, the server would take the solution on screen for the
   * one ahead, and give it again.
   */
  settle: () => Promise<unknown>
}

/** Holds the one solution that is leased and fetched ahead, so that the next is there in the next frame. */
export class AheadWork {
  private ahead: Ahead | null = null
  /** Nothing was left: not asked again with every rating. */
  private waitsUntil = 0

  constructor(private readonly parts: AheadParts) {}

  /**
   * Where it does not come, the next rating asks again. The solution on screen comes once more where its lease ran out, or
   * where another page of this person opened one again: that is not the next.
   */
  fetch(onScreen: string): void {
    if (this.ahead || Date.now() < this.waitsUntil) return
    const ahead: Ahead = {
      fetched: null,
      arrival: this.bring(onScreen)
        .catch(() => null)
        .then((fetched) => {
          if (!fetched && this.ahead === ahead) this.ahead = null
          return (ahead.fetched = fetched)
        }),
    }
    this.ahead = ahead
  }

  /** What is there; a promise of what is still under way; null where nothing was asked for, or nothing was left. */
  take(): Fetched | Promise<Fetched | null> | null {
    const { ahead } = this
    this.ahead = null
    return ahead && (ahead.fetched ?? ahead.arrival)
  }

  /**
   * While the server is asked to open another: once it has, also where that answer is lost, this one is given back there.
   * What comes back puts it in place again, should nothing else be there.
   */
  setAside(): () => void {
    const { ahead } = this
    this.ahead = null
    return () => void (this.ahead ??= ahead)
  }

  /** Other pages still hold on to it. */
  drop(): void {
    this.ahead = null
  }

  /** Gives it back when the page goes away. Where that does not arrive, the lease runs out by itself. */
  release(): void {
    const work = this.ahead?.fetched?.work
    this.ahead = null
    if (work) this.parts.calls.release(work.lease).catch(() => {})
  }

  private async bring(onScreen: string): Promise<Fetched | null> {
    const { calls, keeper, settle } = this.parts
    await settle()
    const served = await findKept(await calls.serve(true), keeper)
    if (served.kind !== 'work') this.waitsUntil = Date.now() + asksAgainAfterMs
    return served.kind === 'work' && served.work.solution !== onScreen ? served : null
  }
}
