import { logger } from '@/lib/platform/server/logger'

const tickMs = 1_000

/** The run of a job was cancelled or restarted, so the job ends silently. */
export class JobEndedError extends Error {
  override readonly name = 'JobEndedError'
}

/**
 * Stores the progress of a job once a second, on a separate connection, because the job's own transaction is not visible
 * until its end. Also notices when the job was cancelled.
 */
export class JobProgressWatcher {
  isSuperseded = false
  private timer: NodeJS.Timeout | null = null
  private runningTick: Promise<void> | null = null

  /** @param storeProgress stores the progress; false if the attempt is not the current one */
  constructor(
    private readonly storeProgress: () => Promise<boolean>,
    private readonly signal: AbortSignal,
  ) {}

  start(): void {
    this.timer = setInterval(() => {
      this.runningTick ??= this.tick().finally(() => {
        this.runningTick = null
      })
    }, tickMs)
  }

  /** Throws `JobEndedError`, or the signal's reason at shutdown. */
  throwIfEnded(): void {
    if (this.isSuperseded) throw new JobEndedError()
    this.signal.throwIfAborted()
  }

  /** Resolves when nothing more will be written. */
  async stop(): Promise<void> {
    if (this.timer !== null) clearInterval(this.timer)
    this.timer = null
    await this.runningTick
  }

  private async tick(): Promise<void> {
    try {
      this.isSuperseded ||= !(await this.storeProgress())
    } catch (error) {
      // The job itself reports an unreachable database.
      logger.warn({ error }, 'progress of a job was not written')
    }
  }
}
