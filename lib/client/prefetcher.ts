import type { StoredDraft, DraftStore } from './draft-store'
import type {
  NoWorkReason,
  ClaimResult,
  LeasedWork,
  LabellingScreenCalls,
} from './labelling-screen-calls'
import { StepLoader } from './step-loader'

/** A solution with its draft on this device. */
export interface LoadedWork {
  kind: 'work'
  work: LeasedWork
  storedDraft: StoredDraft | null
  /** A stored draft was deleted because the steps were repaired. */
  isOutdated: boolean
}

/** Adds the draft stored on this device. */
export async function addStoredDraft(
  served: ClaimResult,
  drafts: Pick<DraftStore, 'find'>,
): Promise<LoadedWork | NoWorkReason> {
  if (served.kind !== 'work') return served
  return { ...served, ...(await drafts.find(served.work)) }
}

/**
 * Remembers that the last solution of a screening was submitted, so that its result is shown next.
 */
export class ScreeningEndTracker {
  private items: number | null = null

  note({ screening }: Pick<LeasedWork, 'screening'>): void {
    this.items = screening && screening.number === screening.of ? screening.of : null
  }

  /** The submission was not accepted. */
  clear(): void {
    this.items = null
  }

  take(): NoWorkReason | null {
    const { items } = this
    this.items = null
    return items === null ? null : { kind: 'screening_due', state: 'grading', items }
  }
}

const retryAfterMs = 20_000

interface Prefetch {
  loaded: LoadedWork | null
  arrival: Promise<LoadedWork | null>
  /** Loads its remaining steps. */
  steps: StepLoader | null
}

interface PrefetcherDeps {
  calls: Pick<LabellingScreenCalls, 'serve' | 'readSteps' | 'release'>
  drafts: Pick<DraftStore, 'find'>
  /**
   * Resolves when all submissions arrived. Before that, the server would serve the solution on screen again.
   */
  settle: () => Promise<unknown>
}

/** Leases and fetches the next solution, so that it can be shown at once. */
export class Prefetcher {
  private prefetch: Prefetch | null = null
  /** After an empty reply it waits, so that not every rating causes a request. */
  private pausedUntil = 0

  constructor(private readonly deps: PrefetcherDeps) {}

  /**
   * If it fails, the next rating tries again. Ignores the solution on screen, which the server may serve again after
   * its lease expired or another page reopened one.
   */
  start(currentSolution: string): void {
    if (this.prefetch?.loaded) return this.loadSteps(this.prefetch)
    if (this.prefetch || Date.now() < this.pausedUntil) return
    const prefetch: Prefetch = {
      loaded: null,
      steps: null,
      arrival: this.request(currentSolution)
        .catch(() => null)
        .then((loadedWork) => {
          if (!loadedWork && this.prefetch === prefetch) this.prefetch = null
          prefetch.loaded = loadedWork
          this.loadSteps(prefetch)
          return loadedWork
        }),
    }
    this.prefetch = prefetch
  }

  /** The prefetched solution, a promise of it, or null if there is none. */
  take(): LoadedWork | Promise<LoadedWork | null> | null {
    const { prefetch } = this
    this.prefetch = null
    return prefetch && (prefetch.loaded ?? prefetch.arrival)
  }

  /**
   * Detaches the prefetched solution while another is reopened, because the server then releases its lease. Returns a
   * function that restores it if nothing took its place.
   */
  detach(): () => void {
    const { prefetch } = this
    this.prefetch = null
    return () => void (this.prefetch ??= prefetch)
  }

  /** Other pages still use the lease. */
  drop(): void {
    this.prefetch = null
  }

  /** Releases the lease when the page closes. If the request is lost, the lease expires by itself. */
  release(): void {
    const work = this.prefetch?.loaded?.work
    this.prefetch = null
    if (work) this.deps.calls.release(work.lease).catch(() => {})
  }

  /** If it fails, the next rating tries again, or the session when the solution is shown. */
  private loadSteps(prefetch: Prefetch): void {
    const { loaded } = prefetch
    if (!loaded || this.prefetch !== prefetch) return
    prefetch.steps ??= new StepLoader(
      {
        getWork: () => prefetch.loaded!.work,
        readPage: async (lease, step) =>
          this.prefetch === prefetch ? this.deps.calls.readSteps(lease, step) : undefined,
        onWork: (work) => (prefetch.loaded = { ...prefetch.loaded!, work }),
      },
      loaded.work.draft?.ratings.length ?? 0,
    )
    prefetch.steps.load().catch(() => {})
  }

  private async request(currentSolution: string): Promise<LoadedWork | null> {
    const { calls, drafts, settle } = this.deps
    await settle()
    const servedWork = await addStoredDraft(await calls.serve(true), drafts)
    if (servedWork.kind !== 'work') this.pausedUntil = Date.now() + retryAfterMs
    return servedWork.kind === 'work' && servedWork.work.solution !== currentSolution
      ? servedWork
      : null
  }
}
