import type { AppError } from '@/lib/platform/errors'
import { findPermanentError, type Retrier } from './retrier'

interface SaverDeps {
  retrier: Retrier
  /** Sends the latest state. */
  send: () => Promise<void>
  onSaving: (isSaving: boolean) => void
  onRefused: (refusal: AppError) => void
}

/**
 * Saves a changing state: one save at a time, the latest state wins, and transient errors are retried. A refusal ends
 * it.
 */
export class WorkSaver {
  private isDirty = false
  private hasEnded = false
  private running: Promise<void> | null = null

  constructor(private readonly deps: SaverDeps) {}

  /** The state has changed. */
  save(): void {
    this.isDirty = true
    if (!this.hasEnded) this.running ??= this.run()
  }

  /** Starts no further save and resolves when none is running. */
  async end(): Promise<void> {
    this.hasEnded = true
    this.deps.retrier.retryNow()
    await this.running
  }

  private async run(): Promise<void> {
    const { retrier, onSaving, onRefused } = this.deps
    onSaving(true)
    try {
      while (this.isDirty && !this.hasEnded)
        if ((await retrier.retry(() => this.sendLatest())) === undefined) this.hasEnded = true
      if (!this.hasEnded) onSaving(false)
    } catch (error) {
      this.hasEnded = true
      const refusal = findPermanentError(error)
      if (refusal) onRefused(refusal)
    }
    this.running = null
  }

  private async sendLatest(): Promise<true> {
    if (this.hasEnded) return true
    this.isDirty = false
    await this.deps.send()
    return true
  }
}
