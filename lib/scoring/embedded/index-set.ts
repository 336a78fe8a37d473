/** Four times the maximum number of features of a step. */
const slots = 4096

/**
 * A set of whole numbers, for at most a quarter of its capacity. Numbers must be spread like hashes. Clearing takes
 * constant time, and the set stays in the CPU cache.
 */
export class IndexSet {
  private readonly keys = new Int32Array(slots)
  private readonly stamps = new Int32Array(slots)
  private stamp = 1

  clear(): void {
    if (this.stamp === 0x7fffffff) {
      this.stamps.fill(0)
      this.stamp = 0
    }
    this.stamp++
  }

  /** Returns whether it is new. */
  add(key: number): boolean {
    let slot = key & (slots - 1)
    while (this.stamps[slot] === this.stamp) {
      if (this.keys[slot] === key) return false
      slot = (slot + 1) & (slots - 1)
    }
    this.stamps[slot] = this.stamp
    this.keys[slot] = key
    return true
  }
}
