import type { RequestInputOf } from '@/lib/platform/contract'
import { maxOverlap } from '@/lib/projects/settings'
import type { planRoundContract } from '@/lib/rounds/contract'
import type { RoundPolicy, SlicePolicyName } from '@/lib/rounds/policy'
import { parseWholeNumber, parsePercent } from './parse-number'

export type PolicyRequest = NonNullable<RequestInputOf<typeof planRoundContract>['policy']>
export type PolicySlice = Exclude<SlicePolicyName, 'random'>

/** The values of the policy form. Numbers are unparsed text. */
export interface PolicyFields {
  source: string
  aggregation: RoundPolicy['scores']['aggregation']
  neutral: RoundPolicy['scores']['neutral']
  /** Percent per slice. Empty: slice not used. */
  shares: Readonly<Record<PolicySlice, string>>
  exploration: string
  /** Empty: no maximum. */
  size: string
  /** Empty: no limit. */
  perProblem: string
  /** Empty: the project’s overlap. */
  annotators: string
  extraOverlapShare: string
  extraAnnotators: string
  seed: string
}

export type PolicyFieldErrors = Partial<Record<keyof PolicyFields, string>>

export const policySlices = [
  'convincing-wrong',
  'paper-80-20',
  'right-answer-weak-process',
  'uncertain',
] as const satisfies readonly PolicySlice[]

const noShares: PolicyFields['shares'] = {
  'convincing-wrong': '',
  'paper-80-20': '',
  'right-answer-weak-process': '',
  uncertain: '',
}

/** Convincing wrong answers, one per problem, with a 10% random sample. */
export const defaultPolicyFields: PolicyFields = {
  source: 'imported',
  aggregation: 'product',
  neutral: 'positive',
  shares: { ...noShares, 'convincing-wrong': '100' },
  exploration: '10',
  size: '',
  perProblem: '1',
  annotators: '',
  extraOverlapShare: '0',
  extraAnnotators: '2',
  seed: '1',
}

/** Converts a policy to form values. */
export function toPolicyFields(policy: RoundPolicy): PolicyFields {
  const { scores, slices, size, exploration, perProblem, overlap, seed } = policy
  const total = slices.reduce((sum, { share }) => sum + share, 0)
  const shares = { ...noShares }
  for (const { policy: slice, share } of slices) shares[slice] = formatPercent(share / total)
  return {
    source: scores.source,
    aggregation: scores.aggregation,
    neutral: scores.neutral,
    shares,
    exploration: formatPercent(exploration),
    size: formatOptionalNumber(size),
    perProblem: formatOptionalNumber(perProblem),
    annotators: formatOptionalNumber(overlap.annotators),
    extraOverlapShare: formatPercent(overlap.share),
    extraAnnotators: String(overlap.extraAnnotators),
    seed: String(seed),
  }
}

const formatPercent = (share: number) => String(Number((share * 100).toFixed(2)))
const formatOptionalNumber = (number: number | null) => (number === null ? '' : String(number))

/** Field order on the page. */
export const policyFieldOrder = Object.keys(defaultPolicyFields) as (keyof PolicyFields)[]

const maxSolutions = 1_000_000
const maxPerProblem = 1_000

/** Validates the form before it is sent. The server validates again. */
export function checkPolicyFields(fields: PolicyFields): {
  policy: PolicyRequest
  errors: PolicyFieldErrors
} {
  const errors: PolicyFieldErrors = {}
  const slices = policySlices.flatMap((slice) => {
    const text = fields.shares[slice].trim()
    if (text === '') return []
    const share = parsePercent(text)
    if (share === null) errors.shares = 'Enter shares from 0 to 100.'
    return share ? [{ policy: slice, share }] : []
  })
  const exploration = readPercentField('exploration')
  if (slices.length === 0 && exploration !== 1)
    errors.shares ??= 'Give at least one slice a share, or set the random sample to 100%.'
  const policy: PolicyRequest = {
    scores: {
      source: fields.source,
      aggregation: fields.aggregation,
      neutral: fields.neutral,
    },
    ...(slices.length > 0 ? { slices } : {}),
    size: readOptionalNumber('size', maxSolutions),
    exploration,
    perProblem: readOptionalNumber('perProblem', maxPerProblem),
    overlap: {
      annotators: readOptionalNumber('annotators', maxOverlap),
      share: readPercentField('extraOverlapShare'),
      extraAnnotators: readBoundedNumber('extraAnnotators', 2, maxOverlap),
    },
    seed: readSeed(),
  }
  return { policy, errors }

  function readPercentField(name: 'exploration' | 'extraOverlapShare'): number {
    const share = parsePercent(fields[name])
    if (share === null) errors[name] = 'Enter a number from 0 to 100.'
    return share ?? 0
  }

  function readOptionalNumber(
    name: 'size' | 'perProblem' | 'annotators',
    max: number,
  ): number | null {
    return fields[name].trim() === '' ? null : readBoundedNumber(name, 1, max)
  }

  function readBoundedNumber(
    name: 'size' | 'perProblem' | 'annotators' | 'extraAnnotators',
    min: number,
    max: number,
  ): number {
    const number = parseWholeNumber(fields[name])
    if (number !== null && number >= min && number <= max) return number
    errors[name] = `Enter a whole number from ${min} to ${max.toLocaleString('en-GB')}.`
    return min
  }

  function readSeed(): number {
    const seed = parseWholeNumber(fields.seed)
    if (seed === null || seed > 2_147_483_647)
      errors.seed = 'Enter a whole number from 0 to 2,147,483,647.'
    return seed ?? 1
  }
}

/** Returns the form field that a validation error path refers to, or null. */
export function findPolicyField(errorPath: string): keyof PolicyFields | null {
  const path = errorPath.replace(/^policy\.?/, '')
  const [section = '', field = ''] = path.split('.')
  if (section === 'scores') return field === 'aggregation' || field === 'neutral' ? field : 'source'
  if (section === 'slices') return 'shares'
  if (section === 'overlap')
    return field === 'annotators'
      ? 'annotators'
      : field === 'extraAnnotators'
        ? 'extraAnnotators'
        : 'extraOverlapShare'
  return section === 'exploration' ||
    section === 'size' ||
    section === 'perProblem' ||
    section === 'seed'
    ? section
    : null
}
