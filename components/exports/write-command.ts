import { usualFallback } from '@/lib/exports/consensus-names'
import type { ReleaseInput } from './release-fields'

/** The command line that asks for the same release, as a shell reads it. */
export function writeCommand(
  input: ReleaseInput,
  /** Lists are named there by their names. */
  nameList: (id: string) => string,
  /** The project has lists, so that none of them must be said. */
  hasLists: boolean,
): string {
  const { project, name, formats, neutral, events, filters = {} } = input
  const { consensus, fallback, split, heldOut } = input
  const isAdded = input.since !== undefined
  const words = ['npm run -s stepmark -- release create', quote(name)]
  const add = (flag: string, value: string | undefined) =>
    value === undefined || words.push(`--${flag} ${quote(value)}`)
  const addAll = (flag: string, values: readonly (string | number)[] | undefined) =>
    values?.forEach((value) => add(flag, String(value)))
  add('project', project)
  add('formats', formats.join(','))
  add('neutral', neutral)
  if (events) words.push('--events')
  add('labels', filters.labels === 'all' ? undefined : filters.labels)
  addAll('generations', filters.generations)
  add('from', shorten(filters.from))
  add('until', shorten(filters.until))
  addAll('labelers', filters.labelers)
  addAll('slices', filters.slices)
  addAll('subjects', filters.subjects)
  const also = [
    filters.withUnfinished && 'unfinished',
    filters.withGold && 'gold',
    filters.withScreening && 'screening',
    filters.withIrregular && 'irregular',
  ].filter(Boolean)
  add('with', also.length > 0 ? also.join(',') : undefined)
  add('consensus', consensus === 'each' ? undefined : consensus)
  add('fallback', fallback === usualFallback ? undefined : fallback)
  // What is not said is as in the release that `since` names: there also a default must be said.
  add('test-share', isAdded || split?.testShare ? write(split?.testShare) : undefined)
  add('seed', isAdded || split?.seed ? split?.seed : undefined)
  const lists = heldOut?.lists
  addAll('held-out', lists?.map(nameList))
  if (lists?.length === 0 && hasLists) words.push('--no-held-out')
  const becomes = lists && lists.length > 0 ? heldOut?.become : undefined
  add('held-out-become', isAdded || becomes === 'test' ? becomes : undefined)
  add('since', input.since === undefined ? undefined : String(input.since))
  return words.join(' ')
}

const write = (value: number | undefined) => (value === undefined ? undefined : String(value))

/** Midnight UTC is written as its day. */
const shorten = (time: string | undefined) => time?.replace(/T00:00:00(\.0+)?Z$/, '')

/** As a POSIX shell takes it for one word. */
function quote(word: string): string {
  return /^[\w.,:/@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
