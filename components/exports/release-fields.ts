import { type FallbackName, isVoting, usualFallback } from '@/lib/exports/consensus-names'
import type { createReleaseContract } from '@/lib/exports/contract'
import type { NeutralPolicy } from '@/lib/formats/format-names'
import type { SentInputOf } from '@/lib/platform/contract'
import type { OutputChoice } from './output-choices'
import type { ReleaseFormat, ReleaseOptions } from './release'

type Filters = ReleaseOptions['filters']

/** A release as it stands in its form. */
export interface ReleaseFields {
  name: string
  formats: readonly ReleaseFormat[]
  neutral: NeutralPolicy | null
  events: boolean
  labels: Filters['labels']
  /** Days of UTC, `2026-11-01`, both included; empty for no bound. */
  from: string
  until: string
  /** Ids of accounts that are ticked. */
  people: readonly string[]
  /** Names that imported lines gave. */
  furtherLabelers: readonly string[]
  slices: readonly string[]
  generations: readonly string[]
  subjects: readonly string[]
  withUnfinished: boolean
  withGold: boolean
  withScreening: boolean
  withIrregular: boolean
  /** Number of an earlier release; empty for everything. */
  since: string
  consensus: ReleaseOptions['consensus']
  /** Counts with `adjudicated` alone. */
  fallback: FallbackName
  /** As the release of `since` splits: only there. */
  keepsSplit: boolean
  /** Per cent. */
  testShare: string
  seed: string
  heldOut: readonly string[]
  heldOutBecome: ReleaseOptions['heldOut']['become']
}

export type ReleaseErrors = Partial<Record<keyof ReleaseFields, string>>
export type ReleaseInput = SentInputOf<typeof createReleaseContract>

/** What each group of fields is given. */
export interface GroupProps {
  fields: ReleaseFields
  errors: ReleaseErrors
  change: (changed: Partial<ReleaseFields>) => void
}

export const emptyRelease: ReleaseFields = {
  name: '',
  formats: ['trl-stepwise'],
  neutral: null,
  events: false,
  labels: 'all',
  from: '',
  until: '',
  people: [],
  furtherLabelers: [],
  slices: [],
  generations: [],
  subjects: [],
  withUnfinished: false,
  withGold: false,
  withScreening: false,
  withIrregular: false,
  since: '',
  consensus: 'each',
  fallback: usualFallback,
  keepsSplit: true,
  testShare: '10',
  seed: '',
  heldOut: [],
  heldOutBecome: 'left-out',
}

/** The order in which fields stand, for going to the first that is wrong. */
export const fieldOrder = Object.keys(emptyRelease) as (keyof ReleaseFields)[]

const longestName = 200
const mostShare = 90
/** As the contract has it (`heldOutListsMax`). */
const mostLists = 20

export function needsNeutral(
  formats: readonly ReleaseFormat[],
  choices: readonly OutputChoice[],
): boolean {
  return choices.some((choice) => choice.needsNeutral && formats.includes(choice.format))
}

/** Says in words what the server would refuse; the server looks again. */
export function checkRelease(
  project: string,
  fields: ReleaseFields,
  choices: readonly OutputChoice[],
): { input: ReleaseInput; errors: ReleaseErrors } {
  const asksNeutral = needsNeutral(fields.formats, choices)
  const share = readShare(fields.testShare)
  const errors: ReleaseErrors = {}
  const name = fields.name.trim()
  if (name === '') errors.name = 'Write a name: what it is for, or what is new in it.'
  else if (name.length > longestName) errors.name = `At most ${longestName} characters.`
  if (fields.formats.length === 0) errors.formats = 'Choose a format at least.'
  if (asksNeutral && fields.neutral === null)
    errors.neutral =
      'Say what a neutral rating becomes: formats that you chose have no place for it.'
  if (fields.from !== '' && fields.until !== '' && fields.from > fields.until)
    errors.until = 'This is before the first day.'
  const mixture = findMixture(fields)
  if (mixture) errors.consensus = mixture
  const isSplitKept = fields.since !== '' && fields.keepsSplit
  if (share === null && !isSplitKept) errors.testShare = `A number from 0 to ${mostShare}.`
  if (fields.heldOut.length > mostLists)
    errors.heldOut = `At most ${mostLists} lists can be held out at once.`
  return { errors, input: { project, name, ...writeOptions(fields, asksNeutral) } }

  function writeOptions(
    {
      formats,
      neutral,
      events,
      consensus,
      fallback,
      seed,
      heldOut,
      heldOutBecome,
      since,
    }: ReleaseFields,
    hasNeutral: boolean,
  ): Omit<ReleaseInput, 'project' | 'name'> {
    return {
      // In the order of the list, however they were ticked.
      formats: choices.map(({ format }) => format).filter((format) => formats.includes(format)),
      ...(hasNeutral && neutral !== null ? { neutral } : {}),
      ...(events && formats.includes('stepmark') ? { events } : {}),
      filters: writeFilters(fields),
      consensus,
      ...(consensus === 'adjudicated' ? { fallback } : {}),
      ...(isSplitKept ? {} : { split: { testShare: share ?? 0, seed: seed.trim() } }),
      heldOut: { lists: [...heldOut], become: heldOutBecome },
      ...(since === '' ? {} : { since: Number(since) }),
    }
  }
}

/** What does not go with one row for each solution. */
function findMixture(fields: ReleaseFields): string | null {
  const { consensus, formats, withUnfinished, withIrregular } = fields
  if (!isVoting(consensus)) return null
  if (formats.includes('stepmark'))
    return 'A Stepmark line says everything of one annotation, and has no place for a consensus: choose each or the newest annotation, or leave Stepmark out.'
  if (withUnfinished || withIrregular)
    return 'A consensus hears only finished annotations that keep the rules: leave unfinished work and irregular annotations out.'
  return null
}

function writeFilters(fields: ReleaseFields): NonNullable<ReleaseInput['filters']> {
  const { labels, from, until, people, slices, subjects } = fields
  // What only imported lines say of themselves is not asked of others.
  const [further, generations] =
    labels === 'own' ? [[], []] : [fields.furtherLabelers, fields.generations]
  const labelers = [...new Set([...people, ...further])]
  const { withUnfinished, withGold, withScreening, withIrregular } = fields
  return {
    labels,
    ...(generations.length > 0 ? { generations: generations.map(Number) } : {}),
    ...(from === '' ? {} : { from: `${from}T00:00:00Z` }),
    ...(until === '' ? {} : { until: `${findNextDay(until)}T00:00:00Z` }),
    ...(labelers.length > 0 ? { labelers } : {}),
    ...(slices.length > 0 ? { slices: [...slices] } : {}),
    ...(subjects.length > 0 ? { subjects: [...subjects] } : {}),
    withUnfinished,
    withGold,
    withScreening,
    withIrregular,
  }
}

/** A share from per cent; null where it is none. */
function readShare(text: string): number | null {
  const written = text.trim().replace(/\s*%$/, '').replace(',', '.')
  if (!/^\d{1,2}(\.\d+)?$/.test(written)) return null
  const percent = Number(written)
  return percent > mostShare ? null : Number((percent / 100).toFixed(6))
}

function findNextDay(day: string): string {
  const next = new Date(`${day}T00:00:00Z`)
  next.setUTCDate(next.getUTCDate() + 1)
  return next.toISOString().slice(0, 10)
}
