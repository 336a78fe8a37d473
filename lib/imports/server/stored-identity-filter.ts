/** 4 MiB: of other names, 1 in 5,000 matches with 1,000,000 names, and 1 in 4 with 10,000,000. */
const bits = 2 ** 25
const bitsPerPage = 2 ** 15
const bitsPerName = 4
const digitsPerBit = 8

/**
 * A Bloom filter of names (SHA-256, in hex) that may be in the project, in at most 4 MiB. A false match
 * costs one query.
 */
export class StoredIdentityFilter {
  /** Created when first written to: a small import needs few, and large buffers cause garbage collections. */
  private readonly pages: (Uint8Array | undefined)[] = []

  /** @param isNew the project has nothing that was not added here */
  constructor(private readonly isNew: boolean) {}

  add(name: string): void {
    for (let i = 0; i < bitsPerName; i++) {
      const bit = readBitIndex(name, i)
      const page = (this.pages[Math.floor(bit / bitsPerPage)] ??= new Uint8Array(bitsPerPage / 8))
      page[(bit % bitsPerPage) >>> 3]! |= 1 << (bit & 7)
    }
  }

  mayHave(name: string): boolean {
    if (!this.isNew) return true
    for (let i = 0; i < bitsPerName; i++) {
      const bit = readBitIndex(name, i)
      const page = this.pages[Math.floor(bit / bitsPerPage)]
      if (!page || (page[(bit % bitsPerPage) >>> 3]! & (1 << (bit & 7))) === 0) return false
    }
    return true
  }
}

/** A part of the hash for each. */
const readBitIndex = (name: string, i: number) =>
  parseInt(name.slice(i * digitsPerBit, (i + 1) * digitsPerBit), 16) % bits
