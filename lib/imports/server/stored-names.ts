/** 4 MiB: with 1,000,000 names one of 5,000 others seems to be among them, with 10,000,000 one of 4. */
const bits = 2 ** 25
const marksPerName = 4
const digitsPerMark = 8

/**
 * Which names (SHA-256, in hex) may be in the project, in the same memory for any number of them: a Bloom filter. It may
 * take one for another; then the database is asked, and knows.
 */
export class StoredNames {
  private readonly marks = new Uint8Array(bits / 8)

  /** @param isNew nothing is in the project that was not added here */
  constructor(private readonly isNew: boolean) {}

  add(name: string): void {
    for (let i = 0; i < marksPerName; i++) {
      const mark = readMark(name, i)
      this.marks[mark >>> 3]! |= 1 << (mark & 7)
    }
  }

  mayHave(name: string): boolean {
    if (!this.isNew) return true
    for (let i = 0; i < marksPerName; i++) {
      const mark = readMark(name, i)
      if ((this.marks[mark >>> 3]! & (1 << (mark & 7))) === 0) return false
    }
    return true
  }
}

/** A part of the hash for each. */
const readMark = (name: string, i: number) =>
  parseInt(name.slice(i * digitsPerMark, (i + 1) * digitsPerMark), 16) % bits
