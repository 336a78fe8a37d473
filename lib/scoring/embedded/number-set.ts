import { mixHash } from './characters'
import { ClearableHashSet } from './clearable-hash-set'

/** How many of the latest numbers are tried as an operand. */
const maxRecent = 12

const asNumber = new Float64Array(1)
const asBits = new Int32Array(asNumber.buffer)

export function hashNumber(value: number): number {
  // 0 and -0 are the same number.
  asNumber[0] = value + 0
  return mixHash(asBits[0]! ^ mixHash(asBits[1]!))
}

/** The absolute values of all numbers in a problem and its solution so far. */
export class NumberSet {
  private readonly hashes = new ClearableHashSet(14)
  private readonly recent = new Float64Array(maxRecent)
  private count = 0

  clear(): void {
    this.hashes.clear()
    this.count = 0
  }

  add(value: number): void {
    const size = Math.abs(value)
    if (!Number.isFinite(size) || !this.hashes.add(hashNumber(size))) return
    this.recent[this.count++ % maxRecent] = size
  }

  has(value: number): boolean {
    return this.hashes.has(hashNumber(Math.abs(value)))
  }

  /** Whether it is the sum, difference, product or quotient of one of the latest numbers and any number of the set. */
  canDerive(value: number): boolean {
    const size = Math.abs(value)
    const count = Math.min(maxRecent, this.count)
    for (let i = 0; i < count; i++) {
      const a = this.recent[i]!
      if (this.hashes.has(hashNumber(Math.abs(size - a))) || this.hashes.has(hashNumber(size + a)))
        return true
      if (
        a !== 0 &&
        (this.hashes.has(hashNumber(size / a)) || this.hashes.has(hashNumber(size * a)))
      )
        return true
    }
    return false
  }
}
