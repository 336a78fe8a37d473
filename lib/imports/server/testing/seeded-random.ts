import { makeProblemLine } from '@/prisma/seed/factories'

/** Pseudorandom numbers, the same each time. */
export class SeededRandom {
  constructor(private state: number) {}

  /** A whole number from 0, below `count`. */
  number(count: number): number {
    // mulberry32
    this.state = (this.state + 0x6d2b79f5) | 0
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % count
  }

  pick<T>(list: readonly T[]): T {
    return list[this.number(list.length)]!
  }

  /** Three to seven valid lines with one solution each. */
  goodLines(): string[] {
    return Array.from({ length: 3 + this.number(5) }, (_, i) =>
      JSON.stringify(makeProblemLine(`good-${i}`, [0.5])),
    )
  }
}
