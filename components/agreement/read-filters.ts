import { agreementFiltersField, askedFiltersField } from '@/lib/review/agreement-filters'
import type { AgreementFilters } from './agreement'
import { addressNames } from './write-filters'

type Parameters = Readonly<Record<string, string | string[] | undefined>>

const lists: readonly string[] = ['people', 'rounds', 'slices', 'subjects', 'guidelines']
const numbers: readonly string[] = ['rounds', 'guidelines']

/** What the address asks for; what of it cannot be read is left alone. */
export function readFilters(parameters: Parameters): AgreementFilters {
  let filters = agreementFiltersField.parse({})
  for (const [name, parameter] of Object.entries(addressNames)) {
    const given = [parameters[parameter] ?? []].flat()
    if (given.length === 0) continue
    const values = numbers.includes(name) ? given.map(Number) : given
    const asked = { ...filters, [name]: lists.includes(name) ? values : values[0] }
    const parsed = askedFiltersField.safeParse(asked)
    if (parsed.success) filters = parsed.data
  }
  return filters
}
