/** 4 MiB. Of identities that were not added, 1 in 5,000 matches after 1,000,000 were added, and 1 in 4 after 10,000,000. */
const bits = 2 ** 25
const bitsPerPage = 2 ** 15
const bitsPerIdentity = 4
/** 28 bits, which fit a small integer of V8. */
const digitsPerBit = 7

/**
 * A Bloom filter of the identities (SHA-256, in hex) that may be stored in the project, in at most 4 MiB. A false match
 * costs one query.
 */
export class StoredIdentityFilter {
  /** Created when first written to: a small import needs few, and large buffers cause garbage collections. */
  private readonly pages: (Uint8Array | undefined)[] = []

  /** @param isNew whether the project contains only what is added here */
  constructor(private readonly isNew: boolean) {}

  add(identity: string): void {
    for (let i = 0; i < bitsPerIdentity; i++) {
      const bit = readBitIndex(identity, i)
      const page = (this.pages[Math.floor(bit / bitsPerPage)] ??= new Uint8Array(bitsPerPage / 8))
      page[(bit % bitsPerPage) >>> 3]! |= 1 << (bit & 7)
    }
  }

  mayContain(identity: string): boolean {
    if (!this.isNew) return true
    for (let i = 0; i < bitsPerIdentity; i++) {
      const bit = readBitIndex(identity, i)
      const page = this.pages[Math.floor(bit / bitsPerPage)]
      if (!page || (page[(bit % bitsPerPage) >>> 3]! & (1 << (bit & 7))) === 0) return false
    }
    return true
  }
}

/** Each index uses other digits of the hash. */
const readBitIndex = (identity: string, i: number) =>
  parseInt(identity.slice(i * digitsPerBit, (i + 1) * digitsPerBit), 16) % bits
