import type { AppError } from '@/lib/platform/errors'
import { findRefusal, type Patience } from './retry-work'

interface SaverParts {
  patience: Patience
  /** Sends the state as it is by then. */
  send: () => Promise<void>
  onSaving: (isSaving: boolean) => void
  onRefused: (refusal: AppError) => void
}

/**
 * Sends a changing state: one save at a time, the latest state wins, and what does not reach the server is sent again
 * until it does. A refusal ends it.
 */
export class WorkSaver {
  private isDirty = false
  private ended = false
  private running: Promise<void> | null = null

  constructor(private readonly parts: SaverParts) {}

  /** The state has changed. */
  save(): void {
    this.isDirty = true
    if (!this.ended) this.running ??= this.run()
  }

  /** Begins no further save, and settles once none is under way. */
  async end(): Promise<void> {
    this.ended = true
    this.parts.patience.tryNow()
    await this.running
  }

  private async run(): Promise<void> {
    const { patience, onSaving, onRefused } = this.parts
    onSaving(true)
    try {
      while (this.isDirty && !this.ended)
        if ((await patience.retry(() => this.sendLatest())) === undefined) this.ended = true
      if (!this.ended) onSaving(false)
    } catch (error) {
      this.ended = true
      const refusal = findRefusal(error)
      if (refusal) onRefused(refusal)
    }
    this.running = null
  }

  private async sendLatest(): Promise<true> {
    if (this.ended) return true
    this.isDirty = false
    await this.parts.send()
    return true
  }
}
