/** Maximum number of names; later ones are ignored. */
const maxNames = 64

/** The value that a solution states for each variable, as in `x = 5`. Cleared and reused for the next solution. */
export class NamedValues {
  private count = 0
  private readonly names = new Int32Array(maxNames)
  private readonly values = new Float64Array(maxNames)
  private readonly steps = new Int32Array(maxNames)

  clear(): void {
    this.count = 0
  }

  /** NaN if unknown. */
  findValue(name: number): number {
    const offset = this.findOffset(name)
    return offset < 0 ? NaN : this.values[offset]!
  }

  /** The step that states the value, 0-based; -1 if none does. */
  findStep(name: number): number {
    const offset = this.findOffset(name)
    return offset < 0 ? -1 : this.steps[offset]!
  }

  set(name: number, value: number, step: number): void {
    let offset = this.findOffset(name)
    if (offset < 0) {
      if (this.count === maxNames) return
      offset = this.count++
    }
    this.names[offset] = name
    this.values[offset] = value
    this.steps[offset] = step
  }

  private findOffset(name: number): number {
    for (let offset = 0; offset < this.count; offset++)
      if (this.names[offset] === name) return offset
    return -1
  }
}
