import { defaultConsensusFallback } from '@/lib/exports/consensus-names'
import { defaultPromptSeparator } from '@/lib/formats/format-names'
import type { ReleaseInput } from './release-form-fields'

/** The shell command that creates the same release. */
export function formatReleaseCommand(
  input: ReleaseInput,
  /** Lists are named in the command. */
  nameList: (id: string) => string,
  /** The project has lists, so having none must be stated. */
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
  add('from', shorten(filters.from))
  add('until', shortenEnd(filters.until))
  addAll('annotators', filters.labelers)
  addAll('slices', filters.slices)
  addAll('subjects', filters.subjects)
  const also = [
    filters.includeUnfinished && 'unfinished',
    filters.includeGold && 'gold',
    filters.includeScreening && 'screening',
    filters.includeIrregular && 'irregular',
  ].filter(Boolean)
  add('include', also.length > 0 ? also.join(',') : undefined)
  add('consensus', consensus === 'each' ? undefined : consensus)
  add('fallback', fallback === defaultConsensusFallback ? undefined : fallback)
  // Omitted options come from the `since` release, so defaults must be stated too.
  add('test-share', isIncremental || split?.testShare ? write(split?.testShare) : undefined)
  add('seed', isIncremental || split?.seed ? split?.seed : undefined)
  const lists = heldOut?.lists
  addAll('held-out', lists?.map(nameList))
  if (lists?.length === 0 && hasLists) parts.push('--no-held-out')
  const becomes = lists && lists.length > 0 ? heldOut?.action : undefined
  add('held-out-action', isIncremental || becomes === 'test' ? becomes : undefined)
  add('since', input.since === undefined ? undefined : String(input.since))
  return parts.join(' ')
}

const write = (value: number | undefined) => (value === undefined ? undefined : String(value))

/** Midnight UTC is written as its day. */
const shorten = (time: string | undefined) => time?.replace(/T00:00:00(\.0+)?Z$/, '')

/** Midnight UTC as the day that it ends, which `--until` includes. */
function shortenEnd(time: string | undefined): string | undefined {
  if (time === undefined || shorten(time) === time) return time
  const day = new Date(time)
  day.setUTCDate(day.getUTCDate() - 1)
  return day.toISOString().slice(0, 10)
}

/** Quoted as one word for a POSIX shell. */
function quote(word: string): string {
  return /^[\w.,:/@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
