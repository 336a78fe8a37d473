import { makeDraws } from '@/lib/platform/draws'

/** What is resampled: problems, for solutions of one problem are alike. Beyond so many, groups of them stand for them. */
export const blockCount = 1_024

/** Draws of an interval, as agreement has them (reference: cluster bootstrap, percentiles). */
const draws = 1_000

export interface Interval {
  value: number
  /** Null where there are fewer than two blocks, so that nothing can be said. */
  low: number | null
  high: number | null
}

/** How often each block is taken; 1 each is the sample itself. */
export type Weights = Uint16Array

/**
 * 95 % intervals of some statistics by one bootstrap over blocks: percentiles of what they come to on samples drawn with
 * replacement. The same for the same input.
 *
 * @param measure gives as many values each time; null: cannot be computed on this sample, which is then left out for it
 */
export function bootstrap(
  blocks: number,
  measure: (weights: Weights) => readonly (number | null)[],
): (Interval | null)[] {
  const whole = measure(new Uint16Array(blocks).fill(1))
  const drawn: number[][] = whole.map(() => [])
  if (blocks >= 2) {
    const draw = makeDraws(1)
    const weights = new Uint16Array(blocks)
    for (let i = 0; i < draws; i++) {
      weights.fill(0)
      for (let each = 0; each < blocks; each++) weights[Math.floor(draw() * blocks)]! += 1
      for (const [at, value] of measure(weights).entries())
        if (value !== null) drawn[at]!.push(value)
    }
  }
  return whole.map((value, at) => (value === null ? null : describe(value, drawn[at]!)))
}

function describe(value: number, drawn: readonly number[]): Interval {
  if (drawn.length < 2) return { value, low: null, high: null }
  const sorted = Float64Array.from(drawn).sort()
  return {
    value,
    low: Math.min(value, readQuantile(sorted, 0.025)),
    high: Math.max(value, readQuantile(sorted, 0.975)),
  }
}

/** Linear between the two nearest, as R's type 7. */
function readQuantile(sorted: Float64Array, share: number): number {
  const at = share * (sorted.length - 1)
  const below = sorted[Math.floor(at)]!
  return below + (sorted[Math.ceil(at)]! - below) * (at - Math.floor(at))
}
