import type { ReplyOf } from '@/lib/platform/contract'
import { computeProportionInterval, minCountForRate } from '@/lib/platform/proportion-interval'
import { type getRoundYieldContract, maxYieldPoints } from './contract'
import { type SlicePolicyName, slicePolicyNames } from './policy'

/** Results of one segment of a slice by problem (or by group of problems, if there are many). */
export interface YieldSegment {
  /** Annotations of the slice up to the end of the segment. */
  annotations: number
  /** Of this segment alone. */
  problems: readonly { problem: number; stepsRead: number; errors: number }[]
}

export interface SliceYieldInput {
  slice: SlicePolicyName
  queued: number
  solutions: number
  annotations: number
  needed: number
  waiting: number
  /** In order of time. Each gives at most one point of the line. */
  segments: readonly YieldSegment[]
}

type Reply = ReplyOf<typeof getRoundYieldContract>
type Rate = NonNullable<Reply['slices'][number]['rate']>
interface Sums {
  stepsRead: number
  errors: number
}

/** With fewer problems, an interval would be a guess. */
const minProblems = 10
/** With fewer annotations, a slice is not compared with the random sample. */
const minComparedAnnotations = 100

/** Errors found per 100 steps, by slice and over time. Problems are the blocks of the intervals. */
export function computeRoundYield(slices: readonly SliceYieldInput[]): Reply {
  const sliceYields = slices
    .toSorted((a, b) => slicePolicyNames.indexOf(a.slice) - slicePolicyNames.indexOf(b.slice))
    .map(describeSlice)
  const random = sliceYields.find(({ slice }) => slice === 'random')
  const sumOf = (count: 'solutions' | 'annotations' | 'needed') =>
    slices.reduce((sum, slice) => sum + slice[count], 0)
  return {
    solutions: sumOf('solutions'),
    annotations: sumOf('annotations'),
    needed: sumOf('needed'),
    slices: sliceYields.map((slice) => ({ ...slice, isBelowRandom: isBelowRandom(slice, random) })),
  }
}

type SliceYield = Omit<Reply['slices'][number], 'isBelowRandom'>

function isBelowRandom(slice: SliceYield, random: SliceYield | undefined): boolean {
  if (random === undefined || slice === random) return false
  if (Math.min(slice.annotations, random.annotations) < minComparedAnnotations) return false
  return (
    slice.rate !== null && random.rate !== null && slice.rate.perHundred < random.rate.perHundred
  )
}

function describeSlice({
  slice,
  queued,
  annotations,
  waiting,
  segments,
}: SliceYieldInput): SliceYield {
  const line = computeLine(segments)
  const totals = sumCounts(segments.flatMap(({ problems }) => problems))
  const last = line.at(-1)
  return {
    slice,
    queued,
    annotations,
    waiting,
    ...totals,
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

/** Points with at least one rated step and enough annotations for a rate. */
function computeLine(segments: readonly YieldSegment[]): (Rate & { annotations: number })[] {
  const blockByProblem = new Map<number, number>()
  const [hits, trials]: [number[], number[]] = [[], []]
  return segments.flatMap(({ annotations, problems }) => {
    for (const { problem, stepsRead, errors } of problems) {
      const block = blockByProblem.get(problem) ?? blockByProblem.size
      blockByProblem.set(problem, block)
      hits[block] = (hits[block] ?? 0) + errors
      trials[block] = (trials[block] ?? 0) + stepsRead
    }
    const interval = computeProportionInterval({ hits, trials })
    if (annotations < minCountForRate || interval === null) return []
    const { value, low, high } = interval
    const hasInterval = blockByProblem.size >= minProblems && low !== null && high !== null
    return [
      {
        annotations,
        perHundred: 100 * value,
        low: hasInterval ? 100 * low : null,
        high: hasInterval ? 100 * high : null,
      },
    ]
  })
}
