import { logger } from '@/lib/platform/server/logger'

const tickMs = 1_000

/** Someone cancelled what a job works on, or started it anew: the job ends without a word. */
export class JobEnded extends Error {
  override readonly name = 'JobEnded'
}

/**
 * Says once a second how far a job has come, on a connection of its own, for the job's changes are seen by no one before
 * its end; and learns by it that the job is no longer wanted.
 */
export class JobWatch {
  isSuperseded = false
  private timer: NodeJS.Timeout | null = null
  private ticking: Promise<void> | null = null

  /** @param note writes the progress; false where the attempt is not the current one any more */
  constructor(
    private readonly note: () => Promise<boolean>,
    private readonly signal: AbortSignal,
  ) {}

  start(): void {
    this.timer = setInterval(() => {
      this.ticking ??= this.tick().finally(() => {
        this.ticking = null
      })
    }, tickMs)
  }

  /** Throws `JobEnded`, or the signal's reason where the process is about to end. */
  throwIfEnded(): void {
    if (this.isSuperseded) throw new JobEnded()
    this.signal.throwIfAborted()
  }

  /** When it is done, nothing more is written. */
  async stop(): Promise<void> {
    if (this.timer !== null) clearInterval(this.timer)
    this.timer = null
    await this.ticking
  }

  private async tick(): Promise<void> {
    try {
      this.isSuperseded ||= !(await this.note())
    } catch (error) {
      // The job itself meets a database that is away, and says so.
      logger.warn({ error }, 'progress of a job was not written')
    }
  }
}
