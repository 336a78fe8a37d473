import { defaultConsensusFallback } from '@/lib/exports/consensus-names'
import { defaultPromptSeparator } from '@/lib/formats/format-names'
import type { ReleaseInput } from './release-form-fields'

/** The shell command that creates the same release. */
export function formatReleaseCommand(
  input: ReleaseInput,
  /** The command contains names of lists, not ids. */
  nameList: (id: string) => string,
  /** Whether the project has lists. If so, a release without lists needs `--no-held-out`. */
  hasLists: boolean,
): string {
  const { project, name, formats, neutral, promptSeparator, events, filters = {} } = input
  const { consensus, fallback, split, heldOut } = input
  const isIncremental = input.since !== undefined
  const parts = ['npm run -s stepmark -- release create', quote(name)]
  const add = (flag: string, value: string | undefined) =>
    value === undefined || parts.push(`--${flag} ${quote(value)}`)
  const addAll = (flag: string, values: readonly (string | number)[] | undefined) =>
    values?.forEach((value) => add(flag, String(value)))
  add('project', project)
  add('formats', formats.join(','))
  add('neutral', neutral)
  add('prompt-separator', promptSeparator === defaultPromptSeparator ? undefined : promptSeparator)
  if (events) parts.push('--events')
  add('labels', filters.labels === 'all' ? undefined : filters.labels)
  addAll('generations', filters.generations)
  add('from', formatDay(filters.from))
  add('until', formatLastDay(filters.until))
  addAll('annotators', filters.labelers)
  addAll('slices', filters.slices)
  addAll('subjects', filters.subjects)
  const includedKinds = [
    filters.includeUnfinished && 'unfinished',
    filters.includeGold && 'gold',
    filters.includeScreening && 'screening',
    filters.includeIrregular && 'irregular',
  ].filter(Boolean)
  add('include', includedKinds.length > 0 ? includedKinds.join(',') : undefined)
  add('consensus', consensus === 'each' ? undefined : consensus)
  add('fallback', fallback === defaultConsensusFallback ? undefined : fallback)
  // An incremental release takes omitted options from the `since` release, so defaults must be stated too.
  add('test-share', isIncremental || split?.testShare ? formatNumber(split?.testShare) : undefined)
  add('seed', isIncremental || split?.seed ? split?.seed : undefined)
  const lists = heldOut?.lists
  addAll('held-out', lists?.map(nameList))
  if (lists?.length === 0 && hasLists) parts.push('--no-held-out')
  const heldOutAction = lists && lists.length > 0 ? heldOut?.action : undefined
  add('held-out-action', isIncremental || heldOutAction === 'test' ? heldOutAction : undefined)
  add('since', input.since === undefined ? undefined : String(input.since))
  return parts.join(' ')
}

const formatNumber = (value: number | undefined) =>
  value === undefined ? undefined : String(value)

/** Shortens midnight UTC to its day. */
const formatDay = (time: string | undefined) => time?.replace(/T00:00:00(\.0+)?Z$/, '')

/** Shortens midnight UTC to the day before, because `--until` includes its day. */
function formatLastDay(time: string | undefined): string | undefined {
  if (time === undefined || formatDay(time) === time) return time
  const day = new Date(time)
  day.setUTCDate(day.getUTCDate() - 1)
  return day.toISOString().slice(0, 10)
}

/** Quotes a text as one word for a POSIX shell. */
function quote(word: string): string {
  return /^[\w.,:/@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
