import {
  agreementFiltersField,
  requestedAgreementFiltersField,
} from '@/lib/agreement/agreement-filters'
import type { AgreementFilters } from './agreement'
import { parameterNames } from './agreement-href'

type Parameters = Readonly<Record<string, string | string[] | undefined>>

const listFilters: readonly string[] = ['people', 'rounds', 'slices', 'subjects', 'guidelines']
const numericFilters: readonly string[] = ['rounds', 'guidelines']

/** Filters in the URL; invalid values are ignored. */
export function readAgreementFilters(parameters: Parameters): AgreementFilters {
  let filters = agreementFiltersField.parse({})
  for (const [name, parameter] of Object.entries(parameterNames)) {
    const texts = [parameters[parameter] ?? []].flat()
    if (texts.length === 0) continue
    const values = numericFilters.includes(name) ? texts.map(Number) : texts
    const candidate = { ...filters, [name]: listFilters.includes(name) ? values : values[0] }
    const parseResult = requestedAgreementFiltersField.safeParse(candidate)
    if (parseResult.success) filters = parseResult.data
  }
  return filters
}
