import type { SubmitReply } from './work-calls'
import type { Receipt } from './work-view'

/** As long as the server opens again what was submitted last (`reopenableMinutes`, whose file brings schemas along). */
export const reopenableMs = 10 * 60_000

/** What is said of the last one that was finished, and whether it can be opened again. */
export class Receipts {
  private receipt: Receipt | null = null
  private timer: ReturnType<typeof setTimeout> | undefined
  private settling: Promise<void> = Promise.resolve()

  constructor(private readonly onReceipt: (receipt: Receipt | null) => void) {}

  /** `isFinal`: it cannot be opened again. Gives what takes the words back, should the server not take it after all. */
  show(message: string, outcome: Promise<SubmitReply | null>, { isFinal }: { isFinal: boolean }) {
    const receipt: Receipt = { message, reopenable: null }
    this.set(receipt)
    this.settling = isFinal ? Promise.resolve() : this.awaitReply(receipt, outcome)
    return (): void => {
      if (this.receipt === receipt) this.clear()
    }
  }

  /** Settles once the server has taken what the receipt is of, or has refused it. */
  settle(): Promise<void> {
    return this.settling
  }

  /** It cannot be opened again after all. */
  preventReopen(): void {
    if (this.receipt) this.set({ ...this.receipt, reopenable: null })
  }

  clear(): void {
    this.set(null)
  }

  private async awaitReply(receipt: Receipt, outcome: Promise<SubmitReply | null>): Promise<void> {
    const reply = await outcome
    if (!reply || this.receipt !== receipt) return
    const { annotation } = reply
    this.set({ ...receipt, reopenable: { annotation, until: Date.now() + reopenableMs } })
  }

  private set(receipt: Receipt | null): void {
    clearTimeout(this.timer)
    this.receipt = receipt
    if (receipt) this.timer = setTimeout(() => this.clear(), reopenableMs)
    this.onReceipt(receipt)
  }
}
