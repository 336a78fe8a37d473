import { z } from '@/lib/platform/contract'
import {
  dayField,
  emptyRangeIssue,
  hasOrderedInstants,
  int32Max,
  int32Min,
  textField,
} from '@/lib/platform/fields'

/**
 * `random`: the random samples of rounds, the only unbiased sample. `auto`: `random` if enough sampled solutions have two
 * annotators, else `all`.
 */
export const agreementSamples = ['auto', 'random', 'all'] as const

const textList = (length: number, max: number) => z.array(textField(length)).max(max).optional()
const numberList = (numberField = z.int()) => z.array(numberField).max(100).optional()

export const rawAgreementFiltersField = z.strictObject({
  sample: z.enum(agreementSamples).default('auto'),
  /** `own`: labelled in Stepmark. */
  labels: z.enum(['all', 'own', 'imported']).default('all'),
  /** Labelers as in exports. Only their annotations are compared. */
  people: textList(200, 200),
  /** Submitted on this day (UTC) or later. */
  from: dayField.optional(),
  /** Submitted before this day (UTC). */
  until: dayField.optional(),
  /** Rounds that served the solution; `generation` for imported PRM800K lines. */
  rounds: numberList(),
  /** Slices of the round, such as `convincing-wrong`. */
  slices: textList(100, 20),
  subjects: textList(200, 200),
  guidelines: numberList(),
})
export type AgreementFilters = z.output<typeof rawAgreementFiltersField>

/** Filters as they are stored: normalised. An annotation must match all that are set. */
export const agreementFiltersField = rawAgreementFiltersField.transform(normaliseAgreementFilters)

const numberOfColumn = z.int().min(int32Min).max(int32Max)
/** Requested filters. Rejects numbers that no column can hold, which older stored filters may contain. */
export const requestedAgreementFiltersField = rawAgreementFiltersField
  .extend({ rounds: numberList(numberOfColumn), guidelines: numberList(numberOfColumn) })
  .refine(hasOrderedInstants, emptyRangeIssue)
  .transform(normaliseAgreementFilters)

/** Sorts and deduplicates lists and drops empty ones, so that equal filters are equal values. */
export function normaliseAgreementFilters(filters: AgreementFilters): AgreementFilters {
  const entries = Object.entries(filters).flatMap(([name, value]): [string, unknown][] => {
    if (value === undefined) return []
    if (!Array.isArray(value)) return [[name, value]]
    const values = [...new Set<string | number>(value)].toSorted(compareValues)
    return values.length === 0 ? [] : [[name, values]]
  })
  return Object.fromEntries(entries) as AgreementFilters
}

function compareValues(a: string | number, b: string | number): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
