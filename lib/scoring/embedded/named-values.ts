/** Maximum number of names; later ones are ignored. */
const maxNames = 64

/** The stated values of a solution's letters. Cleared and reused for the next solution. */
export class NamedValues {
  private count = 0
  private readonly names = new Int32Array(maxNames)
  private readonly values = new Float64Array(maxNames)
  private readonly steps = new Int32Array(maxNames)

  clear(): void {
    this.count = 0
  }

  /** NaN: unknown. */
  get(name: number): number {
    const offset = this.find(name)
    return offset < 0 ? NaN : this.values[offset]!
  }

  /** The step that stated it, 0-based; -1 for none. */
  getStep(name: number): number {
    const offset = this.find(name)
    return offset < 0 ? -1 : this.steps[offset]!
  }

  set(name: number, value: number, step: number): void {
    let offset = this.find(name)
    if (offset < 0) {
      if (this.count === maxNames) return
      offset = this.count++
    }
    this.names[offset] = name
    this.values[offset] = value
    this.steps[offset] = step
  }

  private find(name: number): number {
    for (let offset = 0; offset < this.count; offset++)
      if (this.names[offset] === name) return offset
    return -1
  }
}
