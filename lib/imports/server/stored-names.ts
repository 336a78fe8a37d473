/** 4 MiB: of other names, 1 in 5,000 matches with 1,000,000 names, and 1 in 4 with 10,000,000. */
const bits = 2 ** 25
const bitsPerName = 4
const digitsPerBit = 8

/**
 * A Bloom filter of names (SHA-256, in hex) that may be in the project, in constant memory. A false
 * match costs one query.
 */
export class StoredNames {
  private readonly bitmap = new Uint8Array(bits / 8)

  /** @param isNew the project has nothing that was not added here */
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
