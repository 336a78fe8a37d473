import type { SentInputOf } from '@/lib/platform/contract'
import type { planRoundContract } from '@/lib/rounds/contract'
import type { RoundPolicy, SlicePolicy } from '@/lib/rounds/policy'
import { readNumber, readPercent } from './read-number'

export type SentPolicy = NonNullable<SentInputOf<typeof planRoundContract>['policy']>
export type OwnSlice = Exclude<SlicePolicy, 'random'>

/** A policy as it stands in its form: numbers as they are written. */
export interface PolicyFields {
  source: string
  aggregation: RoundPolicy['scores']['aggregation']
  neutral: RoundPolicy['scores']['neutral']
  /** Per cent of each slice; empty for none of it. */
  shares: Readonly<Record<OwnSlice, string>>
  exploration: string
  /** Empty: as many as the slices find. */
  size: string
  /** Empty: no cap. */
  perProblem: string
  /** Empty: as the project's settings say. */
  people: string
  sharedShare: string
  sharedPeople: string
  seed: string
}

export type PolicyErrors = Partial<Record<keyof PolicyFields, string>>

export const ownSlices = [
  'convincing-wrong',
  'paper-80-20',
  'right-answer-weak-process',
  'uncertain',
] as const satisfies readonly OwnSlice[]

const noShares: PolicyFields['shares'] = {
  'convincing-wrong': '',
  'paper-80-20': '',
  'right-answer-weak-process': '',
  uncertain: '',
}

/** The design's own: convincing wrong answers, one of each problem, a tenth drawn at random. */
export const defaultFields: PolicyFields = {
  ...{ source: 'imported', aggregation: 'product', neutral: 'positive' },
  shares: { ...noShares, 'convincing-wrong': '100' },
  ...{ exploration: '10', size: '', perProblem: '1' },
  ...{ people: '', sharedShare: '0', sharedPeople: '2', seed: '1' },
}

/** The form as another round was asked for. */
export function readFields(policy: RoundPolicy): PolicyFields {
  const { scores, slices, size, exploration, perProblem, overlap, seed } = policy
  const sum = slices.reduce((all, { share }) => all + share, 0)
  const shares = { ...noShares }
  for (const { policy: slice, share } of slices) shares[slice] = writePercent(share / sum)
  return {
    ...{ source: scores.source, aggregation: scores.aggregation, neutral: scores.neutral },
    ...{ shares, exploration: writePercent(exploration) },
    ...{ size: writeWhole(size), perProblem: writeWhole(perProblem) },
    people: writeWhole(overlap.people),
    sharedShare: writePercent(overlap.share),
    ...{ sharedPeople: String(overlap.sharedPeople), seed: String(seed) },
  }
}

const writePercent = (share: number) => String(Number((share * 100).toFixed(2)))
const writeWhole = (number: number | null) => (number === null ? '' : String(number))

/** The order in which fields stand, for going to the first that is wrong. */
export const policyFieldOrder = Object.keys(defaultFields) as (keyof PolicyFields)[]

const mostSolutions = 1_000_000
const mostOfProblem = 1_000
const mostPeople = 9

/** Says in words what the server would refuse; the server looks again. */
export function checkPolicy(fields: PolicyFields): { policy: SentPolicy; errors: PolicyErrors } {
  const errors: PolicyErrors = {}
  const slices = ownSlices.flatMap((slice) => {
    const written = fields.shares[slice].trim()
    if (written === '') return []
    const share = readPercent(written)
    if (share === null) errors.shares = 'Shares are numbers from 0 to 100.'
    return share ? [{ policy: slice, share }] : []
  })
  const exploration = percent('exploration')
  if (slices.length === 0 && exploration !== 1)
    errors.shares ??= 'Give one slice a share at least, or draw everything at random.'
  const policy: SentPolicy = {
    scores: {
      ...{ source: fields.source, aggregation: fields.aggregation, neutral: fields.neutral },
    },
    ...(slices.length > 0 ? { slices } : {}),
    size: whole('size', mostSolutions),
    exploration,
    perProblem: whole('perProblem', mostOfProblem),
    overlap: {
      people: whole('people', mostPeople),
      share: percent('sharedShare'),
      sharedPeople: bounded('sharedPeople', 2, mostPeople),
    },
    seed: readSeed(),
  }
  return { policy, errors }

  function percent(name: 'exploration' | 'sharedShare'): number {
    const share = readPercent(fields[name])
    if (share === null) errors[name] = 'A number from 0 to 100.'
    return share ?? 0
  }

  function whole(name: 'size' | 'perProblem' | 'people', most: number): number | null {
    return fields[name].trim() === '' ? null : bounded(name, 1, most)
  }

  function bounded(
    name: 'size' | 'perProblem' | 'people' | 'sharedPeople',
    least: number,
    most: number,
  ): number {
    const number = readNumber(fields[name])
    if (number !== null && number >= least && number <= most) return number
    errors[name] = `A whole number from ${least} to ${most.toLocaleString('en-GB')}.`
    return least
  }

  function readSeed(): number {
    const seed = readNumber(fields.seed)
    if (seed === null || seed > 2_147_483_647)
      errors.seed = 'A whole number from 0 to 2,147,483,647.'
    return seed ?? 1
  }
}

/** Which field a refusal of the server is about; null: none of them. */
export function findPolicyField(place: string): keyof PolicyFields | null {
  const path = place.replace(/^policy\.?/, '')
  const [head = '', second = ''] = path.split('.')
  if (head === 'scores') return second === 'aggregation' || second === 'neutral' ? second : 'source'
  if (head === 'slices') return 'shares'
  if (head === 'overlap')
    return second === 'people'
      ? 'people'
      : second === 'sharedPeople'
        ? 'sharedPeople'
        : 'sharedShare'
  return head === 'exploration' || head === 'size' || head === 'perProblem' || head === 'seed'
    ? head
    : null
}
