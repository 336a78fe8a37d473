import { nameFormat } from '@/components/formats/format-names'
import { formatCount, formatInstant, formatNoun } from '@/lib/platform/format'
import type { NotTakenReason } from '@/lib/exports/not-taken-reasons'
import { isVoting } from '@/lib/exports/consensus-names'
import type { Release, ReleaseOptions, ReleasePreview } from './release'

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
      const all = train.annotations + test.annotations
      const parted =
        test.annotations > 0
          ? `: ${formatCount(train.annotations)} to train on and ${formatCount(test.annotations)} to test with, no problem in both`
          : ', all to train on'
      const left =
        leftOut.annotations > 0
          ? ` ${formatNoun(leftOut.annotations, 'annotation')} of held-out problems stayed out.`
          : ''
      if (all === 0) return `Holds no annotation: nothing matched what was asked for.${left}`
      return `${formatNoun(all, 'annotation')}${sayRows(release.options.consensus, counts)} as of ${formatInstant(snapshotAt)} UTC${parted}.${left}`
    }
  }
}

/** A consensus makes one row of several: of how many solutions they are. */
function sayRows(
  consensus: ReleaseOptions['consensus'],
  { train, test }: Pick<ReleasePreview['counts'], 'train' | 'test'>,
): string {
  if (!isVoting(consensus)) return ''
  return ` (${formatNoun(train.solutions + test.solutions, 'solution')}, a row each)`
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

export interface OptionNames {
  list: (id: string) => string
  person: (labeler: string) => string
}

/** What was asked for, line by line: a name and words. Names of lists and people are put in by the caller. */
export function describeOptions(
  options: ReleaseOptions,
  names: OptionNames,
): { place: string; words: string }[] {
  const { formats, neutral, events, filters, split, heldOut, since } = options
  const rows: { place: string; words: string | null }[] = [
    { place: 'Formats', words: formats.map(nameFormat).join(', ') },
    { place: 'A neutral rating', words: neutral ? neutralWords[neutral] : null },
    { place: 'Acts while labelling', words: events ? 'in Stepmark lines' : null },
    {
      place: 'Annotations',
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
      words: describeConsensus(options),
    },
    { place: 'Test', words: describeSplit(split) },
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

const consensusWords = {
  each: 'each annotation',
  latest: 'the newest annotation',
  majority: 'what most people say',
  'dawid-skene': 'the likeliest, by how often people are right',
  adjudicated: 'the reviewer’s labels',
} as const satisfies Record<ReleaseOptions['consensus'], string>

function describeConsensus({
  consensus,
  fallback,
}: Pick<ReleaseOptions, 'consensus' | 'fallback'>): string {
  const words = consensusWords[consensus]
  if (fallback === undefined) return words
  return `${words}, else ${fallback === 'leave-out' ? 'nothing' : consensusWords[fallback]}`
}

/** `10 % of the problems, seed s` */
export function describeSplit({ testShare, seed }: ReleaseOptions['split']): string {
  if (testShare === 0) return 'no problems by chance'
  const share = `${Number((testShare * 100).toFixed(4))} % of the problems`
  return seed === '' ? share : `${share}, seed ${seed}`
}

/** What two releases were asked for otherwise, in the words of `describeOptions`. */
export function compareOptions(
  then: ReleaseOptions,
  now: ReleaseOptions,
  names: OptionNames,
): { place: string; was: string | null; is: string | null }[] {
  const [before, after] = [then, now].map(
    (options) => new Map(describeOptions(options, names).map(({ place, words }) => [place, words])),
  ) as [Map<string, string>, Map<string, string>]
  return [...new Set([...after.keys(), ...before.keys()])]
    .map((place) => ({ place, was: before.get(place) ?? null, is: after.get(place) ?? null }))
    .filter((row) => row.was !== row.is)
}

const notTakenWords = {
  notNew: 'neither new nor changed since the release named',
  otherFilters: 'of another origin, time, person, generation, slice or subject than asked for',
  unfinished: 'unfinished work',
  gold: 'gold, or quality control',
  screening: 'screening',
  irregular: 'irregular annotations',
  stepChoice: 'choices among options',
  otherSteps: 'of steps that were cut anew since',
  tied: 'of solutions whose votes are even',
  notRuled: 'of solutions that nobody has ruled on',
  again: 'older ones of the same people',
  older: 'not the newest of their solution',
} as const satisfies Record<NotTakenReason, string>

/** What was not taken, by why, in the order in which it was asked; nothing that is 0. */
export function listNotTaken(
  notTaken: NonNullable<Release['counts']>['notTaken'],
): { words: string; annotations: number }[] {
  return (Object.keys(notTakenWords) as NotTakenReason[])
    .map((reason) => ({ words: notTakenWords[reason], annotations: notTaken?.[reason] ?? 0 }))
    .filter(({ annotations }) => annotations > 0)
}

/** What is about to be frozen, before it is. */
export function describePreview(
  { counts }: Pick<ReleasePreview, 'counts'>,
  consensus: ReleaseOptions['consensus'],
): string {
  const { train, test, leftOut, notTaken } = counts
  const all = train.annotations + test.annotations
  const others =
    leftOut.annotations + listNotTaken(notTaken).reduce((sum, each) => sum + each.annotations, 0)
  const out = others === 0 ? '' : `; ${formatCount(others)} ${others === 1 ? 'stays' : 'stay'} out`
  if (all === 0) return `Nothing to freeze: no annotation matches${out}.`
  const parted =
    test.annotations === 0
      ? ', all to train on'
      : `: ${formatCount(train.annotations)} to train on, ${formatCount(test.annotations)} to test with`
  const rows = sayRows(consensus, counts)
  return `About to freeze ${formatNoun(all, 'annotation')}${rows}${parted}${out}.`
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
    filters.withIrregular && 'irregular annotations',
  ].filter(Boolean)
  return also.length > 0 ? also.join(', ') : null
}
