import type { ReleaseInput } from './release-fields'

/** The command line that asks for the same release, as a shell reads it. */
export function writeCommand(
  input: ReleaseInput,
  /** Lists are named there by their names. */
  nameList: (id: string) => string,
): string {
  const { project, name, formats, neutral, events, filters = {}, consensus, split, heldOut } = input
  const words = ['npm run -s stepmark -- release create', name === '' ? 'NAME' : quote(name)]
  const add = (flag: string, value: string | undefined) =>
    value === undefined || words.push(`--${flag} ${quote(value)}`)
  const addAll = (flag: string, values: readonly (string | number)[] | undefined) =>
    values?.forEach((value) => add(flag, String(value)))
  add('project', project)
  add('formats', formats.length === 0 ? 'FORMATS' : formats.join(','))
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
  add('consensus', consensus === 'latest' ? consensus : undefined)
  add('test-share', split?.testShare ? String(split.testShare) : undefined)
  add('seed', split?.seed ? split.seed : undefined)
  const lists = heldOut?.lists ?? []
  addAll('held-out', lists.map(nameList))
  add('held-out-become', lists.length > 0 && heldOut?.become === 'test' ? 'test' : undefined)
  add('since', input.since === undefined ? undefined : String(input.since))
  return words.join(' ')
}

/** Midnight UTC is written as its day. */
const shorten = (time: string | undefined) => time?.replace(/T00:00:00(\.0+)?Z$/, '')

/** As a POSIX shell takes it for one word. */
function quote(word: string): string {
  return /^[\w.,:/@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
