import { createRandomGenerator } from './random'

/**
 * Blocks are resampled as a whole: one per problem, because its solutions are similar. With more problems than this,
 * they are grouped.
 */
export const maxBootstrapBlocks = 1_024

/** Draws between two pauses, which takes a moment. */
const drawsInPiece = 20

export interface ConfidenceInterval {
  value: number
  /** Null if there are fewer than 2 blocks. */
  low: number | null
  high: number | null
}

/** How often each block is drawn. All 1: the original sample. */
export type ResampleCounts = Uint16Array

export interface BootstrapOptions {
  /** Number of samples; default 1,000. */
  draws?: number
  /** Makes the samples reproducible; default 1. */
  seed?: number
}

/**
 * Returns the same number of values each time. Null: cannot be computed for this sample, which is then ignored for
 * that value.
 */
type Measure = (weights: ResampleCounts) => readonly (number | null)[]

/**
 * 95% intervals of several statistics from one block bootstrap: percentiles over samples drawn with replacement.
 * Deterministic.
 */
export function computeBootstrapIntervals(
  blocks: number,
  measure: Measure,
  options: BootstrapOptions = {},
): (ConfidenceInterval | null)[] {
  const pieces = computeBootstrapIntervalsInSteps(blocks, measure, options)
  let next = pieces.next()
  while (next.done !== true) next = pieces.next()
  return next.value
}

/** Like `bootstrap`, but yields every few draws so that the caller can report progress. */
export function* computeBootstrapIntervalsInSteps(
  blocks: number,
  measure: Measure,
  { draws = 1_000, seed = 1 }: BootstrapOptions = {},
): Generator<undefined, (ConfidenceInterval | null)[]> {
  const whole = measure(new Uint16Array(blocks).fill(1))
  const samplesByMeasure: number[][] = whole.map(() => [])
  if (blocks >= 2) {
    const draw = createRandomGenerator(seed)
    const weights = new Uint16Array(blocks)
    for (let i = 0; i < draws; i++) {
      if (i % drawsInPiece === 0) yield
      weights.fill(0)
      for (let each = 0; each < blocks; each++) weights[Math.floor(draw() * blocks)]! += 1
      for (const [index, value] of measure(weights).entries())
        if (value !== null) samplesByMeasure[index]!.push(value)
    }
  }
  return whole.map((value, index) =>
    value === null ? null : describe(value, samplesByMeasure[index]!),
  )
}

function describe(value: number, samples: readonly number[]): ConfidenceInterval {
  if (samples.length < 2) return { value, low: null, high: null }
  const sorted = Float64Array.from(samples).sort()
  return {
    value,
    low: Math.min(value, readQuantile(sorted, 0.025)),
    high: Math.max(value, readQuantile(sorted, 0.975)),
  }
}

/** Linear interpolation, as type 7 in R. */
function readQuantile(sorted: Float64Array, share: number): number {
  const rank = share * (sorted.length - 1)
  const below = sorted[Math.floor(rank)]!
  return below + (sorted[Math.ceil(rank)]! - below) * (rank - Math.floor(rank))
}
