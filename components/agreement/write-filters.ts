import type { AgreementFilters } from './agreement'

/** What the address calls each filter. Lists stand in it once for each of them. */
export const addressNames = {
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

/** The page as these filters show it: `/projects/maths/agreement?sample=all&round=2`. */
export function addressAgreement(slug: string, filters: AgreementFilters): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(filters) as [keyof AgreementFilters, unknown][]) {
    if (value === undefined || value === defaults[name]) continue
    for (const each of Array.isArray(value) ? (value as unknown[]) : [value])
      parameters.append(addressNames[name], String(each))
  }
  const query = parameters.toString()
  return `/projects/${slug}/agreement${query ? `?${query}` : ''}`
}

const defaults: Partial<Record<keyof AgreementFilters, string>> = { sample: 'auto', labels: 'all' }

/** Nothing is narrowed. */
export const isUnfiltered = (filters: AgreementFilters) =>
  addressAgreement('', filters) === addressAgreement('', { sample: 'auto', labels: 'all' })
