import { makeDraws } from './draws'

/** What is resampled: problems, for solutions of one problem are alike. Beyond so many, groups of them stand for them. */
export const blockCount = 1_024

/** So many between one pause and the next: a moment each. */
const drawsInPiece = 20

export interface Interval {
  value: number
  /** Null where there are fewer than two blocks, so that nothing can be said. */
  low: number | null
  high: number | null
}

/** How often each block is taken; 1 each is the sample itself. */
export type Weights = Uint16Array

export interface BootstrapOptions {
  /** Samples drawn; 1,000 unless told. */
  draws?: number
  /** The same seed, the same samples: 1 unless told. */
  seed?: number
}

/** Gives as many values each time; null: cannot be computed on this sample, which is then left out for it. */
type Measure = (weights: Weights) => readonly (number | null)[]

/**
 * 95 % intervals of some statistics by one bootstrap over blocks: percentiles of what they come to on samples drawn with
 * replacement. The same for the same input.
 */
export function bootstrap(
  blocks: number,
  measure: Measure,
  options: BootstrapOptions = {},
): (Interval | null)[] {
  const pieces = bootstrapInPieces(blocks, measure, options)
  let next = pieces.next()
  while (next.done !== true) next = pieces.next()
  return next.value
}

/** The same, a few draws at a time: in between, whoever runs it can show that it is alive. */
export function* bootstrapInPieces(
  blocks: number,
  measure: Measure,
  { draws = 1_000, seed = 1 }: BootstrapOptions = {},
): Generator<undefined, (Interval | null)[]> {
  const whole = measure(new Uint16Array(blocks).fill(1))
  const sampledValues: number[][] = whole.map(() => [])
  if (blocks >= 2) {
    const draw = makeDraws(seed)
    const weights = new Uint16Array(blocks)
    for (let i = 0; i < draws; i++) {
      if (i % drawsInPiece === 0) yield
      weights.fill(0)
      for (let each = 0; each < blocks; each++) weights[Math.floor(draw() * blocks)]! += 1
      for (const [at, value] of measure(weights).entries())
        if (value !== null) sampledValues[at]!.push(value)
    }
  }
  return whole.map((value, at) => (value === null ? null : describe(value, sampledValues[at]!)))
}

function describe(value: number, sampledValues: readonly number[]): Interval {
  if (sampledValues.length < 2) return { value, low: null, high: null }
  const sorted = Float64Array.from(sampledValues).sort()
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
