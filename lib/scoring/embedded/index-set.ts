/** Four times what one step may have of features. */
const slots = 4096

/** A set of at most a quarter as many whole numbers, spread like hashes, that is emptied at once and stays in the cache. */
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

  /** Says whether it is new. */
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
