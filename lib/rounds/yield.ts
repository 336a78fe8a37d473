import { makeDraws } from '@/lib/platform/draws'
import type { ReplyOf } from '@/lib/platform/contract'
import { type getRoundYieldContract, yieldPoints } from './contract'
import { type SlicePolicy, slicePolicies } from './policy'

/** What the annotations of one stretch of a slice found, by problem (or by group of problems, where there are many). */
export interface YieldStretch {
  /** Annotations of the slice up to the end of the stretch. */
  annotations: number
  problems: readonly { problem: number; stepsRead: number; errors: number }[]
}

export interface SliceYield {
  slice: SlicePolicy
  queued: number
  labelled: number
  open: number
  /** In the order of time, as many as the line is to have points. */
  stretches: readonly YieldStretch[]
}

type Reply = ReplyOf<typeof getRoundYieldContract>
type Rate = NonNullable<Reply['slices'][number]['rate']>
interface Sums {
  stepsRead: number
  errors: number
}

const draws = 200
/** Of fewer an interval would be a guess. */
const fewestProblems = 10
/** Annotations of which fewer say nothing of how a slice does. */
const fewestAnnotations = 100

/**
 * Errors found per 100 steps read, by slice and as labelling went on. Intervals are of the 2.5th to the 97.5th of 100 in
 * 200 draws of as many problems, with replacement; each draw is one for the whole line. The same seed gives the same.
 */
export function describeYield(slices: readonly SliceYield[], seed: number): Reply {
  const described = slices
    .toSorted((a, b) => slicePolicies.indexOf(a.slice) - slicePolicies.indexOf(b.slice))
    .map((slice) => describeSlice(slice, seed))
  const random = described.find(({ slice }) => slice === 'random')
  return {
    annotations: described.reduce((sum, { labelled }) => sum + labelled, 0),
    slices: described.map((slice) => ({ ...slice, isUnderRandom: isUnder(slice, random) })),
  }
}

type Described = Omit<Reply['slices'][number], 'isUnderRandom'>

function isUnder(slice: Described, random: Described | undefined): boolean {
  if (random === undefined || slice === random) return false
  if (Math.min(slice.labelled, random.labelled) < fewestAnnotations) return false
  return (
    slice.rate !== null && random.rate !== null && slice.rate.perHundred < random.rate.perHundred
  )
}

function describeSlice(
  { slice, queued, labelled, open, stretches }: SliceYield,
  seed: number,
): Described {
  const line = drawLine(stretches, seed)
  const all = sumUp(stretches.flatMap(({ problems }) => problems))
  const last = line.at(-1)
  return {
    ...{ slice, queued, labelled, open, ...all },
    rate: last === undefined ? null : readRate(last),
    line: line.slice(0, yieldPoints),
  }
}

const readRate = ({ perHundred, low, high }: Rate): Rate => ({ perHundred, low, high })

function sumUp(found: readonly Sums[]): Sums {
  const sums = { stepsRead: 0, errors: 0 }
  for (const { stepsRead, errors } of found) {
    sums.stepsRead += stepsRead
    sums.errors += errors
  }
  return sums
}

/** Points where a step has been read. */
function drawLine(
  stretches: readonly YieldStretch[],
  seed: number,
): (Rate & { annotations: number })[] {
  const sums = { stepsRead: 0, errors: 0 }
  const seen = new Set<number>()
  const bands = stretches.length === 0 ? [] : bootstrapLine(stretches, seed)
  return stretches.flatMap(({ annotations, problems }, i) => {
    for (const { problem, stepsRead, errors } of problems) {
      seen.add(problem)
      sums.stepsRead += stepsRead
      sums.errors += errors
    }
    if (sums.stepsRead === 0) return []
    const band = seen.size < fewestProblems ? undefined : bands[i]
    const [low, high] = band ?? [null, null]
    return [{ annotations, perHundred: perHundred(sums), low, high }]
  })
}

const perHundred = ({ stepsRead, errors }: Sums) => (100 * errors) / stepsRead

/** For each point of the line its interval; undefined where some draw has read no step by then. */
function bootstrapLine(
  stretches: readonly YieldStretch[],
  seed: number,
): ([number, number] | undefined)[] {
  const names = new Set(stretches.flatMap(({ problems }) => problems.map(({ problem }) => problem)))
  const places = new Map([...names].map((name, place) => [name, place]))
  const draw = makeDraws(seed)
  const rates = stretches.map(() => new Float64Array(draws))
  const weights = new Int32Array(places.size)
  for (let n = 0; n < draws; n++) {
    weights.fill(0)
    for (let i = 0; i < weights.length; i++) weights[Math.floor(draw() * weights.length)]! += 1
    const sums = { stepsRead: 0, errors: 0 }
    for (const [i, { problems }] of stretches.entries()) {
      for (const { problem, stepsRead, errors } of problems) {
        const weight = weights[places.get(problem)!]!
        sums.stepsRead += weight * stepsRead
        sums.errors += weight * errors
      }
      rates[i]![n] = sums.stepsRead === 0 ? Number.NaN : perHundred(sums)
    }
  }
  return rates.map(readInterval)
}

function readInterval(rates: Float64Array): [number, number] | undefined {
  if (rates.some(Number.isNaN)) return undefined
  const sorted = rates.toSorted()
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))]!
  return [at(0.025), at(0.975)]
}
