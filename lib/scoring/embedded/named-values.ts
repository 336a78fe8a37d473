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
    const at = this.find(name)
    return at < 0 ? NaN : this.values[at]!
  }

  /** The step that stated it, 0-based; -1 for none. */
  getStep(name: number): number {
    const at = this.find(name)
    return at < 0 ? -1 : this.steps[at]!
  }

  set(name: number, value: number, step: number): void {
    let at = this.find(name)
    if (at < 0) {
      if (this.count === maxNames) return
      at = this.count++
    }
    this.names[at] = name
    this.values[at] = value
    this.steps[at] = step
  }

  private find(name: number): number {
    for (let at = 0; at < this.count; at++) if (this.names[at] === name) return at
    return -1
  }
}
