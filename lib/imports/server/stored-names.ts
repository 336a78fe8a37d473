/** 4 MiB: with 1,000,000 names one of 5,000 others seems to be among them, with 10,000,000 one of 4. */
const bits = 2 ** 25
const bitsPerName = 4
const digitsPerBit = 8

/**
 * Which names (SHA-256, in hex) may be in the project, in the same memory for any number of them: a Bloom filter. It may
 * take one for another; then the database is asked, and knows.
 */
export class StoredNames {
  private readonly bitmap = new Uint8Array(bits / 8)

  /** @param isNew nothing is in the project that was not added here */
  constructor(private readonly isNew: boolean) {}

  add(name: string): void {
    for (let i = 0; i < bitsPerName; i++) {
      const bit = readBitIndex(name, i)
      this.bitmap[bit >>> 3]! |= 1 << (bit & 7)
    }
  }

  mayHave(name: string): boolean {
    if (!this.isNew) return true
    for (let i = 0; i < bitsPerName; i++) {
      const bit = readBitIndex(name, i)
      if ((this.bitmap[bit >>> 3]! & (1 << (bit & 7))) === 0) return false
    }
    return true
  }
}

/** A part of the hash for each. */
const readBitIndex = (name: string, i: number) =>
  parseInt(name.slice(i * digitsPerBit, (i + 1) * digitsPerBit), 16) % bits
