import type { Served, Work, WorkCalls } from './call-work'

interface Ahead {
  served: Served | null
  arrival: Promise<Served | null>
}

/** Holds the one solution that is leased and fetched ahead, so that the next is there in the next frame. */
export class AheadWork {
  private ahead: Ahead | null = null

  constructor(
    private readonly calls: Pick<WorkCalls, 'serve' | 'release'>,
    /**
     * Resolves once what was submitted has arrived. Asked before, the server would take the solution on screen for the
     * one ahead, and give it again.
     */
    private readonly settle: () => Promise<unknown>,
  ) {}

  /** Where it does not come, the next rating asks again. */
  fetch(): void {
    if (this.ahead) return
    const ahead: Ahead = {
      served: null,
      arrival: this.settle()
        .then(() => this.calls.serve(true))
        .then(
          (served) => (ahead.served = served),
          () => {
            if (this.ahead === ahead) this.ahead = null
            return null
          },
        ),
    }
    this.ahead = ahead
  }

  /** What is there; a promise of what is still under way; null where nothing was asked for, or nothing was left. */
  take(): Work | Promise<Work | null> | null {
    const { ahead } = this
    this.ahead = null
    if (!ahead) return null
    return ahead.served ? findWork(ahead.served) : ahead.arrival.then(findWork)
  }

  /** Gives it back when the page goes away. Where that does not arrive, the lease runs out by itself. */
  release(): void {
    const work = this.ahead?.served && findWork(this.ahead.served)
    this.ahead = null
    if (work) this.calls.release(work.lease).catch(() => {})
  }
}

function findWork(served: Served | null): Work | null {
  return served?.kind === 'work' ? served.work : null
}
