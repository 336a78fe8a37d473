import type { AgreementFilters } from './agreement'

/** Query parameter of each filter. Lists repeat it. */
export const parameterNames = {
  sample: 'sample',
  labels: 'labels',
  people: 'person',
  from: 'from',
  until: 'until',
  rounds: 'round',
  slices: 'slice',
  subjects: 'subject',
  guidelines: 'guideline',
} as const satisfies Record<keyof AgreementFilters, string>

/** `/projects/maths/agreement?sample=all&round=2` */
export function agreementHref(slug: string, filters: AgreementFilters): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(filters) as [keyof AgreementFilters, unknown][]) {
    if (value === undefined || value === defaults[name]) continue
    for (const each of Array.isArray(value) ? (value as unknown[]) : [value])
      parameters.append(parameterNames[name], String(each))
  }
  const query = parameters.toString()
  return `/projects/${slug}/agreement${query ? `?${query}` : ''}`
}

const defaults: Partial<Record<keyof AgreementFilters, string>> = { sample: 'auto', labels: 'all' }

export const hasNoFilters = (filters: AgreementFilters) =>
  agreementHref('', filters) === agreementHref('', { sample: 'auto', labels: 'all' })
