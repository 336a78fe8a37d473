import { createRandomGenerator } from './random'

/**
 * Blocks are resampled as a whole: one per problem, because its solutions are similar. With more problems than this,
 * they are grouped.
 */
export const maxBootstrapBlocks = 1_024

/** Number of samples between two yields of the generator. */
const resamplesPerYield = 20

export interface ConfidenceInterval {
  value: number
  /** `low` and `high` are null if there are too few blocks or samples. */
  low: number | null
  high: number | null
}

/** How often each block is drawn. All 1: the original sample. */
export type ResampleCounts = Uint16Array

export interface BootstrapOptions {
  /** Number of samples; default 1,000. */
  resamples?: number
  /** Makes the samples reproducible; default 1. */
  seed?: number
}

/**
 * Returns the same number of values each time. Null: cannot be computed for this sample, which is then ignored for
 * that value.
 */
type Measure = (weights: ResampleCounts) => readonly (number | null)[]

/**
 * 95% intervals of several statistics from one block bootstrap: percentiles over samples drawn with replacement, extended
 * to contain the value. Deterministic.
 */
export function computeBootstrapIntervals(
  blocks: number,
  measure: Measure,
  options: BootstrapOptions = {},
): (ConfidenceInterval | null)[] {
  const computation = computeBootstrapIntervalsInSteps(blocks, measure, options)
  let next = computation.next()
  while (next.done !== true) next = computation.next()
  return next.value
}

/** Like `computeBootstrapIntervals`, but yields every few samples so that the caller can report progress. */
export function* computeBootstrapIntervalsInSteps(
  blocks: number,
  measure: Measure,
  { resamples = 1_000, seed = 1 }: BootstrapOptions = {},
): Generator<undefined, (ConfidenceInterval | null)[]> {
  const estimates = measure(new Uint16Array(blocks).fill(1))
  const samplesByMeasure: number[][] = estimates.map(() => [])
  if (blocks >= 2) {
    const draw = createRandomGenerator(seed)
    const weights = new Uint16Array(blocks)
    for (let i = 0; i < resamples; i++) {
      if (i % resamplesPerYield === 0) yield
      weights.fill(0)
      for (let drawIndex = 0; drawIndex < blocks; drawIndex++)
        weights[Math.floor(draw() * blocks)]! += 1
      for (const [index, value] of measure(weights).entries())
        if (value !== null) samplesByMeasure[index]!.push(value)
    }
  }
  return estimates.map((value, index) =>
    value === null ? null : toInterval(value, samplesByMeasure[index]!),
  )
}

function toInterval(value: number, samples: readonly number[]): ConfidenceInterval {
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
  const lowerValue = sorted[Math.floor(rank)]!
  return lowerValue + (sorted[Math.ceil(rank)]! - lowerValue) * (rank - Math.floor(rank))
}
