import type { NoneLeft, Served, Work, WorkCalls } from './work-calls'
import type { StoredDraft, DraftStore } from './draft-store'

/** A solution, with what this device has of it beyond the server. */
export interface LoadedWork {
  kind: 'work'
  work: Work
  storedDraft: StoredDraft | null
  /** What was kept here was of steps that were repaired since, and is gone. */
  isOutdated: boolean
}

/** Adds what is kept here of what was served. */
export async function addStoredDraft(
  served: Served,
  drafts: Pick<DraftStore, 'find'>,
): Promise<LoadedWork | NoneLeft> {
  if (served.kind !== 'work') return served
  return { ...served, ...(await drafts.find(served.work)) }
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
    return items === null ? null : { kind: 'screening_due', state: 'grading', items }
  }
}

const retryAfterMs = 20_000

interface Prefetch {
  loaded: LoadedWork | null
  arrival: Promise<LoadedWork | null>
}

interface PrefetcherDeps {
  calls: Pick<WorkCalls, 'serve' | 'release'>
  drafts: Pick<DraftStore, 'find'>
  /**
   * Resolves once what was submitted has arrived. Asked before, the server would take the solution on screen for the
   * one ahead, and give it again.
   */
  settle: () => Promise<unknown>
}

/** Holds the one solution that is leased and fetched ahead, so that the next is there in the next frame. */
export class Prefetcher {
  private prefetch: Prefetch | null = null
  /** Nothing was left: not asked again with every rating. */
  private pausedUntil = 0

  constructor(private readonly deps: PrefetcherDeps) {}

  /**
   * Where it does not come, the next rating asks again. The solution on screen comes once more where its lease ran out, or
   * where another page of this person opened one again: that is not the next.
   */
  start(currentSolution: string): void {
    if (this.prefetch || Date.now() < this.pausedUntil) return
    const prefetch: Prefetch = {
      loaded: null,
      arrival: this.request(currentSolution)
        .catch(() => null)
        .then((loaded) => {
          if (!loaded && this.prefetch === prefetch) this.prefetch = null
          return (prefetch.loaded = loaded)
        }),
    }
    this.prefetch = prefetch
  }

  /** What is there; a promise of what is still under way; null where nothing was asked for, or nothing was left. */
  take(): LoadedWork | Promise<LoadedWork | null> | null {
    const { prefetch } = this
    this.prefetch = null
    return prefetch && (prefetch.loaded ?? prefetch.arrival)
  }

  /**
   * While the server is asked to open another: once it has, also where that answer is lost, this one is given back there.
   * What comes back puts it in place again, should nothing else be there.
   */
  detach(): () => void {
    const { prefetch } = this
    this.prefetch = null
    return () => void (this.prefetch ??= prefetch)
  }

  /** Other pages still hold on to it. */
  drop(): void {
    this.prefetch = null
  }

  /** Gives it back when the page goes away. Where that does not arrive, the lease runs out by itself. */
  release(): void {
    const work = this.prefetch?.loaded?.work
    this.prefetch = null
    if (work) this.deps.calls.release(work.lease).catch(() => {})
  }

  private async request(currentSolution: string): Promise<LoadedWork | null> {
    const { calls, drafts, settle } = this.deps
    await settle()
    const served = await addStoredDraft(await calls.serve(true), drafts)
    if (served.kind !== 'work') this.pausedUntil = Date.now() + retryAfterMs
    return served.kind === 'work' && served.work.solution !== currentSolution ? served : null
  }
}
