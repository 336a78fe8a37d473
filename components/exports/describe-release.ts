import { nameFormat } from '@/components/formats/format-names'
import { formatCount, formatInstant, formatNoun } from '@/lib/platform/format'
import type { Release, ReleaseOptions } from './release'

/** What a release's page says first. */
export function describeRelease(release: Release): string {
  const { state, counts, snapshotAt } = release
  switch (state) {
    case 'running':
      return 'Is being written. All of it shows one instant, and it is whole or it is not there.'
    case 'failed':
      return 'Could not be written. Nothing of it stays but its number; the labels are as they were.'
    case 'cancelled':
      return 'Was cancelled. Nothing of it stays but its number.'
    case 'done': {
      if (!counts || !snapshotAt) return 'Is written.'
      const { train, test, leftOut } = counts
      const all = train.labellings + test.labellings
      const parted =
        test.labellings > 0
          ? `: ${formatCount(train.labellings)} to train on and ${formatCount(test.labellings)} to test with, no problem in both`
          : ', all to train on'
      const left =
        leftOut.labellings > 0
          ? ` ${formatNoun(leftOut.labellings, 'labelling')} of held-out problems stayed out.`
          : ''
      if (all === 0) return `Holds no labelling: nothing matched what was asked for.${left}`
      return `${formatNoun(all, 'labelling')} as of ${formatInstant(snapshotAt)} UTC${parted}.${left}`
    }
  }
}

export function describeReleaseState({ state, readRows, allRows }: Release): string {
  switch (state) {
    case 'running':
      return allRows === null
        ? 'waits for its turn'
        : `is being written, ${formatCount(readRows)} of ${formatCount(allRows)}`
    case 'done':
      return 'done'
    case 'failed':
      return 'failed, nothing kept'
    case 'cancelled':
      return 'cancelled'
  }
}

const neutralWords = {
  positive: 'counts as positive',
  negative: 'counts as negative',
  drop: 'ends the row before it',
} as const

/** What was asked for, line by line: a name and words. Names of lists and people are put in by the caller. */
export function describeOptions(
  options: ReleaseOptions,
  names: { list: (id: string) => string; person: (labeler: string) => string },
): { place: string; words: string }[] {
  const { formats, neutral, events, filters, consensus, split, heldOut, since } = options
  const rows: { place: string; words: string | null }[] = [
    { place: 'Formats', words: formats.map(nameFormat).join(', ') },
    { place: 'A neutral rating', words: neutral ? neutralWords[neutral] : null },
    { place: 'Acts while labelling', words: events ? 'in Stepmark lines' : null },
    {
      place: 'Labellings',
      words: { all: 'all', own: 'made here', imported: 'that came with data' }[filters.labels],
    },
    { place: 'Submitted', words: describeDates(filters) },
    { place: 'By', words: join(filters.labelers?.map(names.person)) },
    { place: 'Generations', words: join(filters.generations) },
    { place: 'Slices', words: join(filters.slices) },
    { place: 'Subjects', words: join(filters.subjects) },
    { place: 'Also', words: describeAlso(filters) },
    {
      place: 'Of one solution',
      words: consensus === 'latest' ? 'the newest labelling' : 'each labelling',
    },
    {
      place: 'Test',
      words:
        split.testShare > 0
          ? `${Number((split.testShare * 100).toFixed(4))} % of the problems${split.seed ? `, seed ${split.seed}` : ''}`
          : 'no problems by chance',
    },
    {
      place: 'Held out',
      words:
        heldOut.lists.length > 0
          ? `${heldOut.lists.map(names.list).join(', ')}: ${heldOut.become === 'test' ? 'to test' : 'left out'}`
          : null,
    },
    { place: 'Since', words: since ? `only what is new or changed since release ${since}` : null },
  ]
  return rows.filter((row): row is { place: string; words: string } => row.words !== null)
}

const join = (values: readonly (string | number)[] | undefined) =>
  values && values.length > 0 ? values.join(', ') : null

function describeDates({ from, until }: ReleaseOptions['filters']): string | null {
  if (!from && !until) return null
  const parts = [from && `from ${formatInstant(from)}`, until && `before ${formatInstant(until)}`]
  return `${parts.filter(Boolean).join(', ')} UTC`
}

function describeAlso(filters: ReleaseOptions['filters']): string | null {
  const also = [
    filters.withUnfinished && 'unfinished work',
    filters.withGold && 'gold',
    filters.withScreening && 'screening',
    filters.withIrregular && 'irregular labellings',
  ].filter(Boolean)
  return also.length > 0 ? also.join(', ') : null
}
