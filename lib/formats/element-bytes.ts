/**
 * Bytes of one element that come in pieces, of which only the first `maxBytes` are kept: an element that is too long
 * costs no more memory than one that is not.
 */
export class ElementBytes {
  private buffer: Uint8Array<ArrayBuffer> = new Uint8Array(4096)
  private bufferedBytes = 0
  /** Bytes that came, kept or not. */
  total = 0

  constructor(private readonly maxBytes: number) {}

  add(part: Uint8Array): void {
    this.total += part.length
    const remaining = this.maxBytes - this.bufferedBytes
    const stored = part.length > remaining ? part.subarray(0, remaining) : part
    const needed = this.bufferedBytes + stored.length
    if (needed > this.buffer.length) {
      const larger = new Uint8Array(Math.max(needed, this.buffer.length * 2))
      larger.set(this.buffer.subarray(0, this.bufferedBytes))
      this.buffer = larger
    }
    this.buffer.set(stored, this.bufferedBytes)
    this.bufferedBytes = needed
  }

  /** What was kept; valid until the next call of `add`. */
  get bytes(): Uint8Array {
    return this.buffer.subarray(0, this.bufferedBytes)
  }

  clear(): void {
    this.bufferedBytes = 0
    this.total = 0
  }
}
