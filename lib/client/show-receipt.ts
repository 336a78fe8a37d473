import type { Taken } from './call-work'
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
  show(words: string, taking: Promise<Taken | null>, { isFinal }: { isFinal: boolean }) {
    const receipt: Receipt = { words, reopens: null }
    this.put(receipt)
    this.settling = isFinal ? Promise.resolve() : this.follow(receipt, taking)
    return (): void => {
      if (this.receipt === receipt) this.clear()
    }
  }

  /** Settles once the server has taken what the receipt is of, or has refused it. */
  settle(): Promise<void> {
    return this.settling
  }

  /** It cannot be opened again after all. */
  close(): void {
    if (this.receipt) this.put({ ...this.receipt, reopens: null })
  }

  clear(): void {
    this.put(null)
  }

  private async follow(receipt: Receipt, taking: Promise<Taken | null>): Promise<void> {
    const taken = await taking
    if (!taken || this.receipt !== receipt) return
    const { annotation } = taken
    this.put({ ...receipt, reopens: { annotation, until: Date.now() + reopenableMs } })
  }

  private put(receipt: Receipt | null): void {
    clearTimeout(this.timer)
    this.receipt = receipt
    if (receipt) this.timer = setTimeout(() => this.clear(), reopenableMs)
    this.onReceipt(receipt)
  }
}
