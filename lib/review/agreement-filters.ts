import { z } from '@/lib/platform/contract'
import { dayField, int32Max, int32Min, textField } from '@/lib/platform/fields'

/**
 * `random`: solutions that a round drew at random, the only unbiased sample. `auto`: those where two people labelled
 * enough of them for a number, else all; the result says which.
 */
export const agreementSamples = ['auto', 'random', 'all'] as const

const named = (length: number, most: number) => z.array(textField(length)).max(most).optional()
const numbered = (numberField = z.int()) => z.array(numberField).max(100).optional()

/** As they stand in a reply. */
export const settledFiltersField = z.strictObject({
  sample: z.enum(agreementSamples).default('auto'),
  /** `own`: made here. `imported`: came with data. */
  labels: z.enum(['all', 'own', 'imported']).default('all'),
  /** By name as in exports: an account's id, or what an imported line said. Only their annotations are compared. */
  people: named(200, 200),
  /** First day (UTC) of submission, and the first one after. */
  from: dayField.optional(),
  until: dayField.optional(),
  /** Rounds that served them; PRM800K's generation, for imported lines. */
  rounds: numbered(),
  /** Slices of the queue: `convincing-wrong`. */
  slices: named(100, 20),
  subjects: named(200, 200),
  guidelines: numbered(),
})
export type AgreementFilters = z.output<typeof settledFiltersField>

/** As they were kept. Everything is narrowed by every filter that is given. */
export const agreementFiltersField = settledFiltersField.transform(settleFilters)

const numberOfColumn = z.int().min(int32Min).max(int32Max)
/** As they are asked for: what no column holds is refused, and was not always. */
export const askedFiltersField = settledFiltersField
  .extend({ rounds: numbered(numberOfColumn), guidelines: numbered(numberOfColumn) })
  .transform(settleFilters)

/** Equal choices are equal values: lists in order, each of it once; one that is empty is no filter. */
export function settleFilters(filters: AgreementFilters): AgreementFilters {
  const settled = Object.entries(filters).flatMap(([name, value]): [string, unknown][] => {
    if (value === undefined) return []
    if (!Array.isArray(value)) return [[name, value]]
    const listed = [...new Set<string | number>(value)].toSorted(compare)
    return listed.length === 0 ? [] : [[name, listed]]
  })
  return Object.fromEntries(settled) as AgreementFilters
}

function compare(a: string | number, b: string | number): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
