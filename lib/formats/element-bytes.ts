/**
 * Bytes of one element that come in pieces, of which only the first `maxBytes` are kept: an element that is too long
 * costs no more memory than one that is not.
 */
export class ElementBytes {
  private held: Uint8Array<ArrayBuffer> = new Uint8Array(4096)
  private heldBytes = 0
  /** Bytes that came, kept or not. */
  total = 0

  constructor(private readonly maxBytes: number) {}

  add(part: Uint8Array): void {
    this.total += part.length
    const room = this.maxBytes - this.heldBytes
    const kept = part.length > room ? part.subarray(0, room) : part
    const needed = this.heldBytes + kept.length
    if (needed > this.held.length) {
      const larger = new Uint8Array(Math.max(needed, this.held.length * 2))
      larger.set(this.held.subarray(0, this.heldBytes))
      this.held = larger
    }
    this.held.set(kept, this.heldBytes)
    this.heldBytes = needed
  }

  /** What was kept; valid until the next call of `add`. */
  get bytes(): Uint8Array {
    return this.held.subarray(0, this.heldBytes)
  }

  clear(): void {
    this.heldBytes = 0
    this.total = 0
  }
}
