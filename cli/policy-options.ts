import { InvalidArgumentError, Option } from 'commander'
import { graderModes } from '@/lib/projects/settings'
import type { SlicePolicyName } from '@/lib/rounds/policy'
import type { SelectionPolicy } from '@/lib/rounds/select-solutions'
import { aggregations, neutralTreatments } from '@/lib/scoring/step-scores'
import { UsageError } from './errors'
import { parseWholeNumberOption } from './file-options'

/** The options as typed. */
export interface PolicyOptions {
  policy: SlicePolicyName
  perProblem?: number
  top?: number
  n?: number
  exploration?: number
  seed: number
}

/** Limits of the rounds contract. */
const maxSelected = 1_000_000
const maxPerProblem = 1_000
const maxSeed = 2_147_483_647

export const makeNeutralTreatmentOption = () =>
  new Option('--neutral <count>', 'count P(0) with P(+1), as in PRM800K, or with P(-1)')
    .choices(neutralTreatments)
    .default('positive')

export const makeAggregationOption = () =>
  new Option('--aggregation <name>', 'how to combine step scores')
    .choices(aggregations)
    .default('product')

export const makeGraderModeOption = () =>
  new Option('--mode <name>', 'how to compare answers without is_correct')
    .choices(graderModes)
    .default('semantic')

export const makeSeedOption = () =>
  new Option('--seed <number>', 'random seed')
    .argParser((text) => parseBoundedNumber(text, 0, maxSeed))
    .default(1)

export const parseSolutionCount = (text: string) => parseBoundedNumber(text, 1, maxSelected)

export const parseMaxPerProblem = (text: string) => parseBoundedNumber(text, 1, maxPerProblem)

function parseBoundedNumber(text: string, min: number, max: number): number {
  const number = /^0*\d{10}$/.test(text) ? Number(text) : parseWholeNumberOption(text)
  if (number < min || number > max)
    throw new InvalidArgumentError(`Use a whole number from ${min} to ${max}.`)
  return number
}

/** A share, from 0 to 1. */
export function parseShareOption(text: string): number {
  const share = /^(?:\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : NaN
  if (!(share >= 0 && share <= 1)) throw new InvalidArgumentError('Use a number from 0 to 1.')
  return share
}

/** Which limit each policy accepts, and whether it needs one. */
const limitRules: Readonly<
  Record<SlicePolicyName, { allowed: readonly ('perProblem' | 'top' | 'n')[]; isNeeded: boolean }>
> = {
  'convincing-wrong': { allowed: ['perProblem', 'top'], isNeeded: true },
  'paper-80-20': { allowed: ['n'], isNeeded: true },
  'right-answer-weak-process': { allowed: ['perProblem', 'top'], isNeeded: false },
  uncertain: { allowed: ['perProblem', 'top'], isNeeded: false },
  random: { allowed: ['n'], isNeeded: true },
}

const flags = { perProblem: '--per-problem K', top: '--top K', n: '--n N' } as const

/** Builds the policy. Throws `UsageError` if the options do not fit together. */
export function readSelectionPolicy(options: PolicyOptions): SelectionPolicy {
  const { policy, perProblem, top, n, seed } = options
  const { allowed, isNeeded } = limitRules[policy]
  const limits = (['perProblem', 'top', 'n'] as const).filter((key) => options[key] !== undefined)
  const unsupportedLimit = limits.find((key) => !allowed.includes(key))
  const allowedFlags = allowed.map((key) => flags[key]).join(' or ')
  if (unsupportedLimit !== undefined)
    throw new UsageError(
      `${policy} takes ${allowedFlags}, not ${flags[unsupportedLimit]}. Nothing was written.`,
    )
  if (limits.length > 1) throw new UsageError(`Use ${allowedFlags}, not both. Nothing was written.`)
  if (limits.length === 0 && isNeeded)
    throw new UsageError(`${policy} needs ${allowedFlags}. Nothing was written.`)
  const basePolicy = {
    // A policy needs a slice. With an exploration of 1, it stays empty.
    slices: [{ policy: 'convincing-wrong' as const, share: 1 }],
    overlap: { annotators: null, share: 0, extraAnnotators: null },
    seed,
  }
  if (policy === 'random')
    return { ...basePolicy, size: n ?? null, exploration: 1, perProblem: null }
  return {
    ...basePolicy,
    slices: [{ policy, share: 1 }],
    size: top ?? null,
    exploration: options.exploration ?? 0,
    perProblem: (policy === 'paper-80-20' ? n : perProblem) ?? null,
  }
}
