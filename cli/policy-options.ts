import { InvalidArgumentError, Option } from 'commander'
import { graderModes } from '@/lib/projects/settings'
import type { SlicePolicy } from '@/lib/rounds/policy'
import type { SelectionPolicy } from '@/lib/rounds/select-solutions'
import { aggregations, neutralCounts } from '@/lib/scoring/step-scores'
import { readWholeNumber } from './file-options'
import { UsageError } from './refusals'

/** As the person writes them. */
export interface PolicyOptions {
  policy: SlicePolicy
  perProblem?: number
  top?: number
  n?: number
  exploration?: number
  seed: number
}

/** As the contract of rounds bounds them. */
const mostSelected = 1_000_000
const mostOfProblem = 1_000
const mostSeed = 2_147_483_647

export const makeNeutralOption = () =>
  new Option('--neutral <count>', 'whether P(0) counts with P(+1), as in the paper, or with P(-1)')
    .choices(neutralCounts)
    .default('positive')

export const makeAggregationOption = () =>
  new Option('--aggregation <name>', "what a solution's score is made of those of its steps")
    .choices(aggregations)
    .default('product')

export const makeModeOption = () =>
  new Option('--mode <name>', 'how answers are compared where is_correct does not say')
    .choices(graderModes)
    .default('semantic')

export const makeSeedOption = () =>
  new Option('--seed <number>', 'of everything that is drawn at random')
    .argParser((text) => readBounded(text, 0, mostSeed))
    .default(1)

export const readCount = (text: string) => readBounded(text, 1, mostSelected)

export const readPerProblem = (text: string) => readBounded(text, 1, mostOfProblem)

function readBounded(text: string, least: number, most: number): number {
  const number = /^0*\d{10}$/.test(text) ? Number(text) : readWholeNumber(text)
  if (number < least || number > most)
    throw new InvalidArgumentError(`Give a whole number from ${least} to ${most}.`)
  return number
}

/** A share, from 0 to 1. */
export function readShare(text: string): number {
  const share = /^(?:\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : NaN
  if (!(share >= 0 && share <= 1)) throw new InvalidArgumentError('Give a number from 0 to 1.')
  return share
}

/** What each policy is told beside its name: one of these, all or none. */
const asks: Readonly<
  Record<SlicePolicy, { of: readonly ('perProblem' | 'top' | 'n')[]; isNeeded: boolean }>
> = {
  'convincing-wrong': { of: ['perProblem', 'top'], isNeeded: true },
  'paper-80-20': { of: ['n'], isNeeded: true },
  'right-answer-weak-process': { of: ['perProblem', 'top'], isNeeded: false },
  uncertain: { of: ['perProblem', 'top'], isNeeded: false },
  random: { of: ['n'], isNeeded: true },
}

const flags = { perProblem: '--per-problem K', top: '--top K', n: '--n N' } as const

/** The policy that these options mean. Throws `UsageError` where they do not fit each other. */
export function readPolicy(options: PolicyOptions): SelectionPolicy {
  const { policy, perProblem, top, n, seed } = options
  const { of, isNeeded } = asks[policy]
  const given = (['perProblem', 'top', 'n'] as const).filter((key) => options[key] !== undefined)
  const other = given.find((key) => !of.includes(key))
  const takes = of.map((key) => flags[key]).join(' or ')
  if (other !== undefined)
    throw new UsageError(`${policy} takes ${takes}, not ${flags[other]}. Nothing was written.`)
  if (given.length > 1) throw new UsageError(`Give ${takes}, not both. Nothing was written.`)
  if (given.length === 0 && isNeeded)
    throw new UsageError(`${policy} needs ${takes}. Nothing was written.`)
  const whole = {
    slices: [{ policy: 'convincing-wrong' as const, share: 1 }],
    overlap: { people: null, share: 0, sharedPeople: 2 },
    seed,
  }
  if (policy === 'random') return { ...whole, size: n ?? null, exploration: 1, perProblem: null }
  return {
    ...whole,
    slices: [{ policy, share: 1 }],
    size: top ?? null,
    exploration: options.exploration ?? 0,
    perProblem: (policy === 'paper-80-20' ? n : perProblem) ?? null,
  }
}
