import { readPercentage } from '@/components/ui/number-fields'
import {
  type ConsensusFallbackName,
  isCombiningConsensus,
  defaultConsensusFallback,
} from '@/lib/exports/consensus-names'
import type { createReleaseContract } from '@/lib/exports/contract'
import { maxReleaseHeldOutLists } from '@/lib/exports/max-release-held-out-lists'
import type { ReleaseFormat } from '@/lib/exports/release-formats'
import {
  defaultPromptSeparator,
  type NeutralPolicy,
  type PromptSeparator,
} from '@/lib/formats/format-names'
import type { RequestInputOf } from '@/lib/platform/contract'
import type { OutputFormatChoice } from './output-format-choices'
import type { ReleaseOptions } from './release'

type Filters = ReleaseOptions['filters']

/** The values of the release form. */
export interface ReleaseFields {
  name: string
  formats: readonly ReleaseFormat[]
  neutral: NeutralPolicy | null
  /** Used with preference pairs only. */
  promptSeparator: PromptSeparator
  events: boolean
  labels: Filters['labels']
  /** Days of UTC, `2026-11-01`, both included; empty for no bound. */
  from: string
  until: string
  /** Ids of selected accounts. */
  people: readonly string[]
  /** Names of labelers in imported lines. */
  importedLabelers: readonly string[]
  slices: readonly string[]
  generations: readonly string[]
  subjects: readonly string[]
  includeUnfinished: boolean
  includeGold: boolean
  includeScreening: boolean
  includeIrregular: boolean
  /** Number of an earlier release; empty for everything. */
  since: string
  consensus: ReleaseOptions['consensus']
  /** Used with `adjudicated` only. */
  fallback: ConsensusFallbackName
  /** Splits as the earlier release does. Used with `since` only. */
  keepsSplit: boolean
  /** In percent. */
  testShare: string
  seed: string
  heldOut: readonly string[]
  heldOutAction: ReleaseOptions['heldOut']['action']
  /** Name of a chosen file of held-out problems that is not added yet; null if there is none. */
  pendingHeldOutFile: string | null
}

export type ReleaseFieldErrors = Partial<Record<keyof ReleaseFields, string>>
export type ReleaseInput = RequestInputOf<typeof createReleaseContract>

/** Props of every group of fields. */
export interface ReleaseFieldsProps {
  fields: ReleaseFields
  errors: ReleaseFieldErrors
  change: (changedFields: Partial<ReleaseFields>) => void
}

export const emptyReleaseFields: ReleaseFields = {
  name: '',
  formats: ['trl-stepwise'],
  neutral: null,
  promptSeparator: defaultPromptSeparator,
  events: false,
  labels: 'all',
  from: '',
  until: '',
  people: [],
  importedLabelers: [],
  slices: [],
  generations: [],
  subjects: [],
  includeUnfinished: false,
  includeGold: false,
  includeScreening: false,
  includeIrregular: false,
  since: '',
  consensus: 'each',
  fallback: defaultConsensusFallback,
  keepsSplit: true,
  testShare: '10',
  seed: '',
  heldOut: [],
  heldOutAction: 'exclude',
  pendingHeldOutFile: null,
}

const maxNameLength = 200
const maxTestShare = 90

export function needsNeutralPolicy(
  formats: readonly ReleaseFormat[],
  choices: readonly OutputFormatChoice[],
): boolean {
  return choices.some((choice) => choice.needsNeutral && formats.includes(choice.format))
}

/** Converts the form to the request, with the errors by field. The server checks again. */
export function convertReleaseFieldsToInput(
  project: string,
  fields: ReleaseFields,
  choices: readonly OutputFormatChoice[],
): { input: ReleaseInput; errors: ReleaseFieldErrors } {
  const asksNeutral = needsNeutralPolicy(fields.formats, choices)
  const testShare = readPercentage(fields.testShare, { max: maxTestShare })
  const errors: ReleaseFieldErrors = {}
  const name = fields.name.trim()
  if (name === '') errors.name = 'Enter a name.'
  else if (name.length > maxNameLength) errors.name = `At most ${maxNameLength} characters.`
  if (fields.formats.length === 0) errors.formats = 'Choose at least one format.'
  if (asksNeutral && fields.neutral === null)
    errors.neutral = 'Choose how to export neutral ratings.'
  if (fields.from !== '' && fields.until !== '' && fields.from > fields.until)
    errors.until = '“Submitted until” is before “Submitted from”.'
  const consensusError = findConsensusError(fields)
  if (consensusError) errors.consensus = consensusError
  const keepsEarlierSplit = fields.since !== '' && fields.keepsSplit
  if ('error' in testShare && !keepsEarlierSplit) errors.testShare = testShare.error
  if (fields.heldOut.length > maxReleaseHeldOutLists)
    errors.heldOut = `Select at most ${maxReleaseHeldOutLists} lists.`
  if (fields.pendingHeldOutFile !== null)
    errors.pendingHeldOutFile = `${fields.pendingHeldOutFile} was not added. Add the list, or remove the file.`
  return { errors, input: { project, name, ...buildOptions(fields, asksNeutral) } }

  function buildOptions(
    {
      formats,
      neutral,
      promptSeparator,
      events,
      consensus,
      fallback,
      seed,
      heldOut,
      heldOutAction,
      since,
    }: ReleaseFields,
    hasNeutral: boolean,
  ): Omit<ReleaseInput, 'project' | 'name'> {
    return {
      // In the order of the choices, regardless of the order in which they were selected.
      formats: choices.map(({ format }) => format).filter((format) => formats.includes(format)),
      ...(hasNeutral && neutral !== null ? { neutral } : {}),
      ...(formats.includes('preference') ? { promptSeparator } : {}),
      ...(events && formats.includes('stepmark') ? { events } : {}),
      filters: buildFilters(fields),
      consensus,
      ...(consensus === 'adjudicated' ? { fallback } : {}),
      ...(keepsEarlierSplit
        ? {}
        : { split: { testShare: 'value' in testShare ? testShare.value : 0, seed: seed.trim() } }),
      heldOut: { lists: [...heldOut], action: heldOutAction },
      ...(since === '' ? {} : { since: Number(since) }),
    }
  }
}

/** Why other options can't be combined with one row per solution; null if they can. */
function findConsensusError(fields: ReleaseFields): string | null {
  const { consensus, formats, includeUnfinished, includeIrregular } = fields
  if (!isCombiningConsensus(consensus)) return null
  if (formats.includes('stepmark'))
    return 'Stepmark lines describe one annotation. To combine several, choose other formats.'
  if (includeUnfinished || includeIrregular)
    return 'Combined labels can’t include unfinished or irregular annotations.'
  return null
}

function buildFilters(fields: ReleaseFields): NonNullable<ReleaseInput['filters']> {
  const { labels, from, until, people, slices, subjects, generations } = fields
  // Names in imported lines don't apply to other annotations.
  const importedLabelers = labels === 'own' ? [] : fields.importedLabelers
  const labelers = [...new Set([...people, ...importedLabelers])]
  const { includeUnfinished, includeGold, includeScreening, includeIrregular } = fields
  return {
    labels,
    ...(generations.length > 0 ? { generations: generations.map(Number) } : {}),
    ...(from === '' ? {} : { from: `${from}T00:00:00Z` }),
    ...(until === '' ? {} : { until: `${findNextDay(until)}T00:00:00Z` }),
    ...(labelers.length > 0 ? { labelers } : {}),
    ...(slices.length > 0 ? { slices: [...slices] } : {}),
    ...(subjects.length > 0 ? { subjects: [...subjects] } : {}),
    includeUnfinished,
    includeGold,
    includeScreening,
    includeIrregular,
  }
}

function findNextDay(day: string): string {
  const next = new Date(`${day}T00:00:00Z`)
  next.setUTCDate(next.getUTCDate() + 1)
  return next.toISOString().slice(0, 10)
}
