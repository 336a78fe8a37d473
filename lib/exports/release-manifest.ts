import type { NeutralPolicy } from '@/lib/formats/format-names'
import type { FinishReason, Rating } from '@/lib/formats/record'
import type { NotTakenReason, ReleaseOptions } from './contract'
import type { Side, Split } from './choose-side'

export type ReleaseFormat = ReleaseOptions['formats'][number]

export interface SplitCounts {
  labellings: number
  solutions: number
  problems: number
}

/** Every submitted labelling of the project once. */
export type ReleaseCounts = Record<Side, SplitCounts> & { notTaken: Record<NotTakenReason, number> }

/** What the ratings of a split's labellings are, by step. */
export interface RatingCounts {
  positive: number
  neutral: number
  negative: number
  unrated: number
}

/** What is counted while the labellings of a release are read. */
export interface Tally {
  ratings: Record<Split, RatingCounts>
  finishReasons: Partial<Record<FinishReason, number>>
  labelers: Map<string, number>
  /** No row says anything of steps after its first error. */
  endsAtFirstError: boolean
}

export interface ManifestFile {
  name: string
  /** Null: of no format, but about all. */
  format: ReleaseFormat | null
  split: Split | null
  bytes: number
  sha256: string
  rows: number | null
}

export interface HeldOutUse {
  list: string
  name: string
  problems: number
  sha256: string
}

/** What `manifest.json` says. */
export interface ReleaseManifest {
  format: 'stepmark-release'
  formatVersion: 1
  project: { slug: string; name: string; guidelineVersion: number }
  release: { number: number; name: string }
  createdAt: string
  snapshotAt: string
  /** Names this state of the database for `since`. */
  cursor: string
  since: { number: number; cursor: string } | null
  neutralPolicy: NeutralPolicy | null
  /** False: some row says something of steps after its first error, as labels that came with data can. */
  truncateAtFirstError: boolean
  excludedFinishReasons: FinishReason[]
  includeQC: boolean
  includeScreening: boolean
  includeIrregular: boolean
  aggregation: ReleaseOptions['consensus']
  /** Steps are elements of lists; formats that join them say so. */
  stepSeparator: string
  filters: ReleaseOptions['filters']
  split: ReleaseOptions['split']
  heldOut: { become: ReleaseOptions['heldOut']['become']; lists: HeldOutUse[] }
  counts: ReleaseCounts
  ratings: Record<Split, RatingCounts>
  finishReasons: Partial<Record<FinishReason, number>>
  /** Who labelled how much of what is in it, by name. */
  labelers: { labeler: string; labellings: number }[]
  /** What of `since`'s release may be in both train and test, in sentences. */
  warnings: string[]
  options: ReleaseOptions
  files: ManifestFile[]
}

const unfinished: FinishReason[] = ['give_up', 'bad_problem']

export interface ManifestParts extends Pick<
  ReleaseManifest,
  | 'project'
  | 'release'
  | 'createdAt'
  | 'snapshotAt'
  | 'cursor'
  | 'since'
  | 'options'
  | 'counts'
  | 'warnings'
> {
  heldOut: HeldOutUse[]
  tally: Tally
  files: ManifestFile[]
}

export function buildManifest(parts: ManifestParts): ReleaseManifest {
  const { options, tally, heldOut, ...rest } = parts
  const { filters, neutral, consensus, split } = options
  return {
    format: 'stepmark-release',
    formatVersion: 1,
    ...rest,
    neutralPolicy: neutral ?? null,
    truncateAtFirstError: tally.endsAtFirstError,
    excludedFinishReasons: filters.withUnfinished ? [] : unfinished,
    includeQC: filters.withGold,
    includeScreening: filters.withScreening,
    includeIrregular: filters.withIrregular,
    aggregation: consensus,
    stepSeparator: '\n',
    filters,
    split,
    heldOut: { become: options.heldOut.become, lists: heldOut },
    ratings: tally.ratings,
    finishReasons: tally.finishReasons,
    labelers: [...tally.labelers]
      .map(([labeler, labellings]) => ({ labeler, labellings }))
      .sort((a, b) => (a.labeler < b.labeler ? -1 : 1)),
    options,
  }
}

export function startTally(): Tally {
  const none = () => ({ positive: 0, neutral: 0, negative: 0, unrated: 0 })
  return {
    ratings: { train: none(), test: none() },
    finishReasons: {},
    labelers: new Map(),
    endsAtFirstError: true,
  }
}

/** Adds a labelling that goes into the split. */
export function addToTally(
  tally: Tally,
  split: Split,
  labelling: { ratings: readonly (Rating | null)[]; finishReason: FinishReason; labeler: string },
): void {
  for (const rating of labelling.ratings) tally.ratings[split][nameRating(rating)] += 1
  const { finishReason, labeler } = labelling
  tally.finishReasons[finishReason] = (tally.finishReasons[finishReason] ?? 0) + 1
  tally.labelers.set(labeler, (tally.labelers.get(labeler) ?? 0) + 1)
}

function nameRating(rating: Rating | null): keyof RatingCounts {
  if (rating === null) return 'unrated'
  return rating > 0 ? 'positive' : rating < 0 ? 'negative' : 'neutral'
}

export function noCounts(): Record<Side, SplitCounts> {
  const none = () => ({ labellings: 0, solutions: 0, problems: 0 })
  return { train: none(), test: none(), leftOut: none() }
}

/** Lines that `sha256sum -c` reads. */
export function writeChecksums(files: readonly { name: string; sha256: string }[]): string {
  return files.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join('')
}
