/** Collects the bytes of one element or line and keeps only the first `maxBytes`, so that a long one needs no more memory. */
export class BoundedElementBuffer {
  private buffer: Uint8Array<ArrayBuffer> = new Uint8Array(4096)
  private bufferedBytes = 0
  /** Bytes received, kept or not. */
  total = 0

  constructor(private readonly maxBytes: number) {}

  add(part: Uint8Array): void {
    this.total += part.length
    const remaining = this.maxBytes - this.bufferedBytes
    const keptPart = part.length > remaining ? part.subarray(0, remaining) : part
    const neededBytes = this.bufferedBytes + keptPart.length
    if (neededBytes > this.buffer.length) {
      const larger = new Uint8Array(Math.max(neededBytes, this.buffer.length * 2))
      larger.set(this.buffer.subarray(0, this.bufferedBytes))
      this.buffer = larger
    }
    this.buffer.set(keptPart, this.bufferedBytes)
    this.bufferedBytes = neededBytes
  }

  /** The kept bytes; valid until the next call of `add`. */
  get bytes(): Uint8Array {
    return this.buffer.subarray(0, this.bufferedBytes)
  }

  clear(): void {
    this.bufferedBytes = 0
    this.total = 0
  }
}
