import { sliceDisplayNames } from '@/components/rounds/slice-display-names'
import { formatDay } from '@/lib/platform/format'
import type { AgreementFilters, AgreementResult, AgreementFilterChoices } from './agreement'
import { hasNoFilters } from './agreement-href'
import type { PairFilter } from './find-filtered-pair'

const dayMs = 24 * 60 * 60 * 1_000

/** `2026-11-22` for `2026-11-21` and 1. */
export const addDays = (day: string, count: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10)

/** The Monday that starts a period of this many weeks, including the current one. */
export function findStartOfLastWeeks(weeks: number, now: Date): string {
  const today = Math.floor(now.getTime() / dayMs)
  // 1 January 1970 was a Thursday.
  const monday = today - ((today + 3) % 7)
  return new Date((monday - (weeks - 1) * 7) * dayMs).toISOString().slice(0, 10)
}

export const weekCountChoices = [4, 8, 26] as const

/** `until` is the first day after the range. The text names the last day in it. */
export function describeDateFilter({ from, until }: AgreementFilters, now: Date): string {
  const lastDay = until === undefined ? null : formatDay(addDays(until, -1))
  if (from === undefined) return lastDay === null ? 'any' : `until ${lastDay}`
  if (lastDay !== null) return `${formatDay(from)} – ${lastDay}`
  const weeks = weekCountChoices.find((each) => findStartOfLastWeeks(each, now) === from)
  return weeks ? `last ${weeks} weeks` : `since ${formatDay(from)}`
}

export function describeAnnotatorFilter(
  { people }: AgreementFilters,
  names: readonly AgreementFilterChoices['people'][number][],
): string {
  if (people === undefined) return 'all'
  if (people.length > 2) return `${people.length} people`
  const name = (labeler: string) =>
    names.find((each) => each.labeler === labeler)?.name ?? 'unknown'
  return people.map(name).join(', ')
}

export const describeRoundFilter = ({ rounds }: AgreementFilters): string =>
  rounds === undefined ? 'all' : rounds.join(', ')

export const describeGuidelineFilter = ({ guidelines }: AgreementFilters): string =>
  guidelines === undefined ? 'any' : guidelines.map((version) => `v${version}`).join(', ')

export function describeSubjectFilter({ subjects }: AgreementFilters): string {
  if (subjects === undefined) return 'any'
  return subjects.length > 2 ? `${subjects.length} subjects` : subjects.join(', ')
}

export const getSliceName = (slice: string) => sliceDisplayNames[slice] ?? slice

/** @param resolved the sample that `auto` chose; null without a result */
export function describeSampleFilter(
  { sample, slices }: AgreementFilters,
  resolved: AgreementResult['sample'] | null,
): string {
  const sampleKind = sample === 'auto' ? resolved : sample
  if (slices !== undefined && sampleKind !== 'random') return slices.map(getSliceName).join(', ')
  if (sampleKind === null) return 'automatic'
  return sampleKind === 'random' ? 'random sample' : 'all'
}

export const labelOriginNames = {
  all: 'all',
  own: 'labelled in Stepmark',
  imported: 'imported',
} as const satisfies Record<AgreementFilters['labels'], string>

/** Which disagreements are listed. Of all filters, only one by two annotators applies to that list. */
export function describeDisagreementScope(pair: PairFilter, filters: AgreementFilters): string {
  if (!('person' in pair))
    return hasNoFilters(filters) ? 'in this project' : 'in this project, not filtered'
  const { people: _, ...otherFilters } = filters
  return `between these annotators${hasNoFilters(otherFilters) ? '' : ', not filtered otherwise'}`
}
