/**
 * A set of hashes that is cleared in constant time. It keeps only the last bits of each, so two different hashes are
 * occasionally taken for the same. Allocates memory only once.
 */
export class ClearableHashSet {
  private readonly stamps: Int32Array
  private readonly mask: number
  private stamp = 1

  constructor(bits: number) {
    this.stamps = new Int32Array(1 << bits)
    this.mask = (1 << bits) - 1
  }

  clear(): void {
    if (this.stamp === 0x7fffffff) {
      this.stamps.fill(0)
      this.stamp = 0
    }
    this.stamp++
  }

  has(hash: number): boolean {
    return this.stamps[hash & this.mask] === this.stamp
  }

  /** Returns whether it is new. */
  add(hash: number): boolean {
    const offset = hash & this.mask
    if (this.stamps[offset] === this.stamp) return false
    this.stamps[offset] = this.stamp
    return true
  }
}
