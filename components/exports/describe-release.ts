import { getRowUnit, isCombiningConsensus } from '@/lib/exports/consensus-names'
import { listExclusions } from '@/lib/exports/explain-exclusions'
import { getReleaseFormatLabel } from '@/lib/exports/release-formats'
import { formatCount, formatInstant, formatQuantity } from '@/lib/platform/format'
import { promptSeparatorLabels } from './prompt-separator-labels'
import type { Release, ReleaseDiff, ReleaseOptions, ReleasePreview } from './release'

/** The sentence under the title of a release. */
export function describeRelease(release: Release): string {
  const { state, counts, snapshotAt } = release
  switch (state) {
    case 'running':
      return 'Writing files.'
    case 'failed':
      return 'Failed. It has no files; labels are unchanged.'
    case 'cancelled':
      return 'Cancelled. It has no files.'
    case 'done': {
      if (!counts || !snapshotAt) return 'Done.'
      const { train, test, heldOut } = counts
      const heldOutText =
        heldOut.annotations > 0
          ? ` ${formatQuantity(heldOut.annotations, 'annotation')} held out.`
          : ''
      if (train.solutions + test.solutions === 0)
        return `Empty: no annotations matched.${heldOutText}`
      return `${describeSize(release.options.consensus, counts)}. As of ${formatInstant(snapshotAt)} UTC.${heldOutText}`
    }
  }
}

/** The number of annotations per split, or of solutions if the annotations of each are combined into one row. */
function describeSize(
  consensus: ReleaseOptions['consensus'],
  { train, test }: Pick<ReleasePreview['counts'], 'train' | 'test'>,
): string {
  const unit = getRowUnit(consensus)
  const split =
    test[unit] === 0
      ? ', all in train'
      : `: ${formatCount(train[unit])} train, ${formatCount(test[unit])} test`
  const annotationCount = train.annotations + test.annotations
  const annotations = formatQuantity(annotationCount, 'annotation')
  if (!isCombiningConsensus(consensus)) return annotations + split
  const solutions = formatQuantity(train.solutions + test.solutions, 'solution')
  return annotationCount === 0
    ? solutions + split
    : `${solutions}, combined from ${annotations}${split}`
}

export function describeReleaseState({ state, readRows, allRows }: Release): string {
  switch (state) {
    case 'running':
      return allRows === null
        ? 'Waiting'
        : `Writing, ${formatCount(readRows)} of ${formatCount(allRows)}`
    case 'done':
      return 'Done'
    case 'failed':
      return 'Failed'
    case 'cancelled':
      return 'Cancelled'
  }
}

const neutralTexts = {
  positive: 'Export as positive',
  negative: 'Export as negative',
  drop: 'End the row before the first neutral step',
} as const

export interface ReleaseOptionValueNames {
  list: (id: string) => string
  person: (labeler: string) => string
}

/** The options of a release as labels and texts. */
export function describeReleaseOptions(
  options: ReleaseOptions,
  names: ReleaseOptionValueNames,
): { label: string; text: string }[] {
  const { formats, neutral, promptSeparator, events, filters, split, heldOut, since } = options
  const rows: { label: string; text: string | null }[] = [
    { label: 'Formats', text: formats.map(getReleaseFormatLabel).join(', ') },
    { label: 'Neutral ratings', text: neutral ? neutralTexts[neutral] : null },
    {
      label: 'Separator between problem and solution',
      text: promptSeparator === undefined ? null : promptSeparatorLabels[promptSeparator],
    },
    { label: 'Labelling events', text: events ? 'Included in Stepmark lines' : null },
    {
      label: 'Annotations',
      text: { all: 'All', own: 'Labelled in Stepmark', imported: 'Imported' }[filters.labels],
    },
    { label: 'Submitted', text: describeDates(filters) },
    { label: 'Annotators', text: join(filters.labelers?.map(names.person)) },
    { label: 'Rounds', text: join(filters.generations) },
    { label: 'Slices', text: join(filters.slices) },
    { label: 'Subjects', text: join(filters.subjects) },
    { label: 'Includes', text: describeIncludedKinds(filters) },
    {
      label: 'Multiple annotations',
      text: describeConsensus(options),
    },
    { label: 'Test', text: describeReleaseSplit(split) },
    {
      label: 'Held out',
      text:
        heldOut.lists.length > 0
          ? `${heldOut.lists.map(names.list).join(', ')}: ${heldOut.action === 'test' ? 'in test' : 'excluded'}`
          : null,
    },
    { label: 'Incremental', text: since ? `New or changed since release ${since}` : null },
  ]
  return rows.filter((row): row is { label: string; text: string } => row.text !== null)
}

const consensusTexts = {
  each: 'Keep all',
  latest: 'Latest only',
  majority: 'Majority',
  'dawid-skene': 'Dawid-Skene',
  adjudicated: 'Adjudicated',
} as const satisfies Record<ReleaseOptions['consensus'], string>

function describeConsensus({
  consensus,
  fallback,
}: Pick<ReleaseOptions, 'consensus' | 'fallback'>): string {
  const text = consensusTexts[consensus]
  if (fallback === undefined) return text
  return `${text}, else ${fallback === 'exclude' ? 'excluded' : consensusTexts[fallback]}`
}

/** `10% of problems, seed s` */
export function describeReleaseSplit({ testShare, seed }: ReleaseOptions['split']): string {
  if (testShare === 0) return 'None'
  const share = `${Number((testShare * 100).toFixed(4))}% of problems`
  return seed === '' ? share : `${share}, seed ${seed}`
}

/** The options in which two releases differ, as texts of `describeReleaseOptions`. Null if an option is not set. */
export function compareReleaseOptions(
  earlierOptions: ReleaseOptions,
  currentOptions: ReleaseOptions,
  names: ReleaseOptionValueNames,
): { label: string; before: string | null; after: string | null }[] {
  const [earlierTexts, currentTexts] = [earlierOptions, currentOptions].map(
    (options) =>
      new Map(describeReleaseOptions(options, names).map(({ label, text }) => [label, text])),
  ) as [Map<string, string>, Map<string, string>]
  return [...new Set([...currentTexts.keys(), ...earlierTexts.keys()])]
    .map((label) => ({
      label,
      before: earlierTexts.get(label) ?? null,
      after: currentTexts.get(label) ?? null,
    }))
    .filter((row) => row.before !== row.after)
}

/** How many rows of two releases differ. A combined row is counted as a solution, any other as an annotation. */
export function describeReleaseDifference(
  { from, unchanged, added, removed, changed, moved }: ReleaseDiff,
  consensusOfEach: readonly ReleaseOptions['consensus'][],
): string {
  const combiningCount = consensusOfEach.filter(isCombiningConsensus).length
  const unit =
    combiningCount === 0
      ? 'annotation'
      : combiningCount === consensusOfEach.length
        ? 'solution'
        : 'row'
  if (added + removed + changed + moved === 0)
    return `Same ${formatQuantity(unchanged, unit)} as release ${from}.`
  return `Compared with release ${from}: ${formatQuantity(added, unit)} new, ${formatCount(changed)} changed, ${formatCount(removed)} removed, ${formatCount(moved)} moved between train and test, ${formatCount(unchanged)} unchanged.`
}

/** What the release would contain. */
export function describeReleasePreview(
  { counts }: Pick<ReleasePreview, 'counts'>,
  consensus: ReleaseOptions['consensus'],
): string {
  const { train, test, heldOut, excluded } = counts
  const excludedCount =
    heldOut.annotations + listExclusions(excluded).reduce((sum, each) => sum + each.annotations, 0)
  const excludedText =
    excludedCount === 0 ? '' : ` ${formatQuantity(excludedCount, 'annotation')} excluded.`
  if (train.solutions + test.solutions === 0) return `No annotations match.${excludedText}`
  return `${describeSize(consensus, counts)}.${excludedText}`
}

const join = (values: readonly (string | number)[] | undefined) =>
  values && values.length > 0 ? values.join(', ') : null

function describeDates({ from, until }: ReleaseOptions['filters']): string | null {
  if (!from && !until) return null
  const parts = [from && `from ${formatInstant(from)}`, until && `before ${formatInstant(until)}`]
  return `${parts.filter(Boolean).join(', ')} UTC`
}

function describeIncludedKinds(filters: ReleaseOptions['filters']): string | null {
  const includedKinds = [
    filters.includeUnfinished && 'unfinished annotations',
    filters.includeGold && 'gold',
    filters.includeScreening && 'screening',
    filters.includeIrregular && 'irregular annotations',
  ].filter(Boolean)
  return includedKinds.length > 0 ? includedKinds.join(', ') : null
}
