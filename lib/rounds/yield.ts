import { createRandom } from '@/lib/platform/random'
import type { ReplyOf } from '@/lib/platform/contract'
import { type getRoundYieldContract, maxYieldPoints } from './contract'
import { type SlicePolicy, slicePolicies } from './policy'

/** Results of one segment of a slice by problem (or by group of problems, if there are many). */
export interface YieldSegment {
  /** Annotations of the slice up to the end of the segment. */
  annotations: number
  problems: readonly { problem: number; stepsRead: number; errors: number }[]
}

export interface SliceYield {
  slice: SlicePolicy
  queued: number
  annotations: number
  waiting: number
  /** In order of time, one segment per point of the line. */
  segments: readonly YieldSegment[]
}

type Reply = ReplyOf<typeof getRoundYieldContract>
type Rate = NonNullable<Reply['slices'][number]['rate']>
interface Sums {
  stepsRead: number
  errors: number
}

const bootstrapSamples = 200
/** With fewer problems, an interval would be a guess. */
const minProblems = 10
/** With fewer annotations, the yield of a slice is unknown. */
const minAnnotations = 100

/**
 * Errors found per 100 steps, by slice and over time. Intervals are the 2.5th to 97.5th percentiles
 * over 200 bootstrap samples of problems, each used for the whole line. The same seed gives the
 * same result.
 */
export function describeYield(slices: readonly SliceYield[], seed: number): Reply {
  const described = slices
    .toSorted((a, b) => slicePolicies.indexOf(a.slice) - slicePolicies.indexOf(b.slice))
    .map((slice) => describeSlice(slice, seed))
  const random = described.find(({ slice }) => slice === 'random')
  return {
    annotations: described.reduce((sum, { annotations }) => sum + annotations, 0),
    slices: described.map((slice) => ({ ...slice, isBelowRandom: isBelowRandom(slice, random) })),
  }
}

type Described = Omit<Reply['slices'][number], 'isBelowRandom'>

function isBelowRandom(slice: Described, random: Described | undefined): boolean {
  if (random === undefined || slice === random) return false
  if (Math.min(slice.annotations, random.annotations) < minAnnotations) return false
  return (
    slice.rate !== null && random.rate !== null && slice.rate.perHundred < random.rate.perHundred
  )
}

function describeSlice(
  { slice, queued, annotations, waiting, segments }: SliceYield,
  seed: number,
): Described {
  const line = computeLine(segments, seed)
  const all = sumCounts(segments.flatMap(({ problems }) => problems))
  const last = line.at(-1)
  return {
    ...{ slice, queued, annotations, waiting, ...all },
    rate: last === undefined ? null : pickRate(last),
    line: line.slice(0, maxYieldPoints),
  }
}

const pickRate = ({ perHundred, low, high }: Rate): Rate => ({ perHundred, low, high })

function sumCounts(counts: readonly Sums[]): Sums {
  const sums = { stepsRead: 0, errors: 0 }
  for (const { stepsRead, errors } of counts) {
    sums.stepsRead += stepsRead
    sums.errors += errors
  }
  return sums
}

/** Points with at least one rated step. */
function computeLine(
  segments: readonly YieldSegment[],
  seed: number,
): (Rate & { annotations: number })[] {
  const sums = { stepsRead: 0, errors: 0 }
  const seenProblems = new Set<number>()
  const bands = segments.length === 0 ? [] : bootstrapLine(segments, seed)
  return segments.flatMap(({ annotations, problems }, i) => {
    for (const { problem, stepsRead, errors } of problems) {
      seenProblems.add(problem)
      sums.stepsRead += stepsRead
      sums.errors += errors
    }
    if (sums.stepsRead === 0) return []
    const band = seenProblems.size < minProblems ? undefined : bands[i]
    const [low, high] = band ?? [null, null]
    return [{ annotations, perHundred: perHundred(sums), low, high }]
  })
}

const perHundred = ({ stepsRead, errors }: Sums) => (100 * errors) / stepsRead

/** The interval of each point of the line; undefined if some sample has no rated step by then. */
function bootstrapLine(
  segments: readonly YieldSegment[],
  seed: number,
): ([number, number] | undefined)[] {
  const problemIds = new Set(
    segments.flatMap(({ problems }) => problems.map(({ problem }) => problem)),
  )
  const indexByProblem = new Map([...problemIds].map((name, index) => [name, index]))
  const draw = createRandom(seed)
  const rates = segments.map(() => new Float64Array(bootstrapSamples))
  const weights = new Int32Array(indexByProblem.size)
  for (let n = 0; n < bootstrapSamples; n++) {
    weights.fill(0)
    for (let i = 0; i < weights.length; i++) weights[Math.floor(draw() * weights.length)]! += 1
    const sums = { stepsRead: 0, errors: 0 }
    for (const [i, { problems }] of segments.entries()) {
      for (const { problem, stepsRead, errors } of problems) {
        const weight = weights[indexByProblem.get(problem)!]!
        sums.stepsRead += weight * stepsRead
        sums.errors += weight * errors
      }
      rates[i]![n] = sums.stepsRead === 0 ? Number.NaN : perHundred(sums)
    }
  }
  return rates.map(computeInterval)
}

function computeInterval(rates: Float64Array): [number, number] | undefined {
  if (rates.some(Number.isNaN)) return undefined
  const sorted = rates.toSorted()
  const quantile = (share: number) => sorted[Math.round(share * (sorted.length - 1))]!
  return [quantile(0.025), quantile(0.975)]
}
