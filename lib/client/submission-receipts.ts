import type { SubmitReply } from './labelling-screen-calls'
import type { SubmissionReceipt } from './labelling-screen-view'

/** Equals `maxReopenMinutes` of the server, whose module would load schemas. */
export const reopenWindowMs = 10 * 60_000

/** The receipt of the last finished solution, and whether it can be reopened. */
export class SubmissionReceipts {
  private receipt: SubmissionReceipt | null = null
  private timer: ReturnType<typeof setTimeout> | undefined
  private settling: Promise<void> = Promise.resolve()

  constructor(private readonly onReceipt: (receipt: SubmissionReceipt | null) => void) {}

  /** `isFinal`: it can't be reopened. Returns a function that retracts the receipt if the server refuses. */
  show(message: string, outcome: Promise<SubmitReply | null>, { isFinal }: { isFinal: boolean }) {
    const receipt: SubmissionReceipt = { message, reopenable: null }
    this.set(receipt)
    this.settling = isFinal ? Promise.resolve() : this.awaitReply(receipt, outcome)
    return (): void => {
      if (this.receipt === receipt) this.clear()
    }
  }

  /** Resolves when the server accepted or refused the submission. */
  settle(): Promise<void> {
    return this.settling
  }

  /** Marks the receipt as not reopenable. */
  preventReopen(): void {
    if (this.receipt) this.set({ ...this.receipt, reopenable: null })
  }

  clear(): void {
    this.set(null)
  }

  private async awaitReply(
    receipt: SubmissionReceipt,
    outcome: Promise<SubmitReply | null>,
  ): Promise<void> {
    const reply = await outcome
    if (!reply || this.receipt !== receipt) return
    const { annotation } = reply
    this.set({ ...receipt, reopenable: { annotation, until: Date.now() + reopenWindowMs } })
  }

  private set(receipt: SubmissionReceipt | null): void {
    clearTimeout(this.timer)
    this.receipt = receipt
    if (receipt) this.timer = setTimeout(() => this.clear(), reopenWindowMs)
    this.onReceipt(receipt)
  }
}
