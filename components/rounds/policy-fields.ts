import type { FieldResult } from '@/components/ui/field-result'
import {
  formatPercentage,
  readPercentage,
  readUnlessEmpty,
  readWholeNumber,
} from '@/components/ui/number-fields'
import type { RequestInputOf } from '@/lib/platform/contract'
import { maxOverlap } from '@/lib/projects/settings'
import type { planRoundContract } from '@/lib/rounds/contract'
import { findExtraOverlapProblem } from '@/lib/rounds/extra-overlap'
import type { RoundPolicy } from '@/lib/rounds/policy'
import type { RankedSlicePolicyName } from '@/lib/rounds/rank-candidates'
import { sliceDisplayNames } from './slice-display-names'

export type PolicyInput = NonNullable<RequestInputOf<typeof planRoundContract>['policy']>

/** The values of the policy form. Numbers are unparsed text. */
export interface PolicyFields {
  source: string
  aggregation: RoundPolicy['scores']['aggregation']
  neutral: RoundPolicy['scores']['neutral']
  /** Percent per slice. Empty: slice not used. */
  shares: Readonly<Record<RankedSlicePolicyName, string>>
  exploration: string
  /** Empty: no maximum. */
  size: string
  /** Empty: no limit. */
  perProblem: string
  /** Empty: the project’s overlap. */
  annotators: string
  extraOverlapShare: string
  /** In total. Empty: one more than the annotators per solution. */
  annotatorsWithExtraOverlap: string
  seed: string
}

export type PolicyFieldErrors = Partial<Record<keyof PolicyFields, string>>

export const rankedSlicePolicyNames = [
  'convincing-wrong',
  'paper-80-20',
  'right-answer-weak-process',
  'uncertain',
] as const satisfies readonly RankedSlicePolicyName[]

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
  perProblem: '1',
  size: '',
  annotators: '',
  extraOverlapShare: '0',
  annotatorsWithExtraOverlap: '',
  seed: '1',
}

/** Converts a policy to form values. */
export function toPolicyFields(policy: RoundPolicy): PolicyFields {
  const { scores, slices, size, exploration, perProblem, overlap, seed } = policy
  const total = slices.reduce((sum, { share }) => sum + share, 0)
  const shares = { ...noShares }
  for (const { policy: slice, share } of slices) shares[slice] = formatPercentage(share / total)
  return {
    source: scores.source,
    aggregation: scores.aggregation,
    neutral: scores.neutral,
    shares,
    exploration: formatPercentage(exploration),
    size: formatOptionalNumber(size),
    perProblem: formatOptionalNumber(perProblem),
    annotators: formatOptionalNumber(overlap.annotators),
    extraOverlapShare: formatPercentage(overlap.share),
    annotatorsWithExtraOverlap: formatOptionalNumber(overlap.extraAnnotators),
    seed: String(seed),
  }
}

const formatOptionalNumber = (number: number | null) => (number === null ? '' : String(number))

/** The order of the fields in the error summary. */
export const policyFieldOrder = Object.keys(defaultPolicyFields) as (keyof PolicyFields)[]

const maxSolutions = 1_000_000
const maxPerProblem = 1_000
const maxSeed = 2_147_483_647

const readShare = (text: string) => readPercentage(text, { max: 100 })

/** Whether a share has an error of its own. If none has, an error of the shares concerns all of them. */
export function isInvalidShare(
  shares: PolicyFields['shares'],
  slice: RankedSlicePolicyName,
): boolean {
  const isUnreadable = (name: RankedSlicePolicyName) =>
    shares[name].trim() !== '' && 'error' in readShare(shares[name])
  return isUnreadable(slice) || !rankedSlicePolicyNames.some(isUnreadable)
}

/**
 * Converts the form to the policy to send, with the errors by field. The server validates again.
 *
 * @param projectOverlap annotators per solution if the field is empty
 */
export function checkPolicyFields(
  fields: PolicyFields,
  projectOverlap: number,
): { policy: PolicyInput; errors: PolicyFieldErrors } {
  const errors: PolicyFieldErrors = {}
  const slices = rankedSlicePolicyNames.flatMap((slice) => {
    const text = fields.shares[slice].trim()
    if (text === '') return []
    const share = readShare(text)
    if ('error' in share) {
      errors.shares ??= `${sliceDisplayNames[slice]}: ${share.error}`
      return []
    }
    return share.value === 0 ? [] : [{ policy: slice, share: share.value }]
  })
  const exploration = readPercentField('exploration')
  if (slices.length === 0 && exploration !== 1 && errors.exploration === undefined)
    errors.shares ??= 'Give at least one slice a share, or set the random sample to 100%.'
  const overlap = {
    annotators: readOptionalNumber('annotators', maxOverlap),
    share: readPercentField('extraOverlapShare'),
    extraAnnotators: readOptionalNumber('annotatorsWithExtraOverlap', maxOverlap, 2),
  }
  const extraOverlapProblem = findExtraOverlapProblem(overlap, projectOverlap)
  if (extraOverlapProblem !== null && errors.annotators === undefined)
    errors.annotatorsWithExtraOverlap ??= extraOverlapProblem
  const { source, aggregation, neutral } = fields
  const policy: PolicyInput = {
    scores: { source, aggregation, neutral },
    ...(slices.length > 0 ? { slices } : {}),
    size: readOptionalNumber('size', maxSolutions),
    exploration,
    perProblem: readOptionalNumber('perProblem', maxPerProblem),
    overlap,
    seed: keepError('seed', readWholeNumber(fields.seed, { min: 0, max: maxSeed })) ?? 1,
  }
  return { policy, errors }

  function readPercentField(name: 'exploration' | 'extraOverlapShare'): number {
    return keepError(name, readPercentage(fields[name], { max: 100 })) ?? 0
  }

  function readOptionalNumber(
    name: 'size' | 'perProblem' | 'annotators' | 'annotatorsWithExtraOverlap',
    max: number,
    min = 1,
  ): number | null {
    return keepError(
      name,
      readUnlessEmpty(fields[name], (text) => readWholeNumber(text, { min, max })),
    )
  }

  function keepError<T>(name: keyof PolicyFields, result: FieldResult<T>): T | null {
    if ('value' in result) return result.value
    errors[name] = result.error
    return null
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
        ? 'annotatorsWithExtraOverlap'
        : 'extraOverlapShare'
  return section === 'exploration' ||
    section === 'size' ||
    section === 'perProblem' ||
    section === 'seed'
    ? section
    : null
}
