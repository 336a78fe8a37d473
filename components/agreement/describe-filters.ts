import { sliceNames } from '@/components/projects/slice-names'
import type { AgreementFilters, AgreementResult, Choices } from './agreement'

const dayMs = 24 * 60 * 60 * 1_000
const days = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** `21 Nov 2026` of `2026-11-21`. */
export const writeDay = (day: string) => days.format(new Date(`${day}T00:00:00Z`))

/** The Monday with which the last so many weeks begin, this one among them. */
export function findMonday(weeks: number, now: Date): string {
  const today = Math.floor(now.getTime() / dayMs)
  // 1 January 1970 was a Thursday.
  const monday = today - ((today + 3) % 7)
  return new Date((monday - (weeks - 1) * 7) * dayMs).toISOString().slice(0, 10)
}

export const weekChoices = [4, 8, 26] as const

export function describeDays({ from, until }: AgreementFilters, now: Date): string {
  if (from === undefined) return until === undefined ? 'at any time' : `before ${writeDay(until)}`
  const weeks = weekChoices.find((each) => findMonday(each, now) === from)
  if (until === undefined) return weeks ? `in the last ${weeks} weeks` : `since ${writeDay(from)}`
  return `from ${writeDay(from)} to before ${writeDay(until)}`
}

export function describePeople(
  { people }: AgreementFilters,
  names: readonly Choices['people'][number][],
): string {
  if (people === undefined) return 'everybody'
  if (people.length > 2) return `${people.length} people`
  const name = (labeler: string) =>
    names.find((each) => each.labeler === labeler)?.name ?? 'somebody unknown'
  return people.map(name).join(' and ')
}

export function describeRounds({ rounds }: AgreementFilters): string {
  if (rounds === undefined) return 'all rounds'
  return `${rounds.length === 1 ? 'round' : 'rounds'} ${rounds.join(', ')}`
}

export function describeGuidelines({ guidelines }: AgreementFilters): string {
  if (guidelines === undefined) return 'any guideline'
  return `${guidelines.length === 1 ? 'guideline' : 'guidelines'} ${guidelines.join(', ')}`
}

export function describeSubjects({ subjects }: AgreementFilters): string {
  if (subjects === undefined) return 'any subject'
  return subjects.length > 2 ? `${subjects.length} subjects` : subjects.join(' and ')
}

export const nameSlice = (slice: string) => (sliceNames[slice] ?? slice).toLowerCase()

/** @param sample what `auto` came to; null while nobody knows */
export function describeSolutions(
  { sample, slices }: AgreementFilters,
  settled: AgreementResult['sample'] | null,
): string {
  const asked = sample === 'auto' ? settled : sample
  if (slices !== undefined && asked !== 'random')
    return `solutions chosen as ${slices.map(nameSlice).join(' or ')}`
  if (asked === null) return 'solutions'
  return asked === 'random' ? 'solutions drawn at random' : 'all solutions'
}

export const labelWords = {
  all: 'all labels',
  own: 'labels made here',
  imported: 'labels that came with data',
} as const satisfies Record<AgreementFilters['labels'], string>
