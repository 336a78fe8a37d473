import type { FinishReason, Flow, Rating } from '@/lib/formats/record'
import type { Split, SplitSide } from './choose-split-side'
import {
  consensusRuleVersions,
  type ConsensusFallbackName,
  type CombiningConsensusName,
} from './consensus-names'
import type { ReleaseOptions } from './contract'
import { type ConsensusRule, type DecidedSolution, roundProbability } from './decide-consensus'
import { type ExclusionReason, exclusionReasons } from './exclusion-reasons'
import type { ReleaseFormat } from './release-formats'

export interface SplitCounts {
  /** With the consensus `adjudicated`, can be 0 for adjudicated solutions, because it counts votes. */
  annotations: number
  solutions: number
  problems: number
}

/** Counts every submitted annotation of the project once. */
export type ReleaseCounts = Record<SplitSide, SplitCounts> & {
  excluded: Record<ExclusionReason, number>
}

/** Number of steps with each rating, in all rows of a split. */
export interface RatingCounts {
  positive: number
  neutral: number
  negative: number
  unrated: number
}

/** Counts collected while the annotations of a release are read. */
export interface ReleaseStatistics {
  ratings: Record<Split, RatingCounts>
  finishReasons: Partial<Record<FinishReason, number>>
  labelers: Map<string, number>
  /** Rows of a consensus, by the policy that decided them. */
  decidedBy: Partial<Record<DecidedSolution['policy'], number>>
  /** Whether no row has ratings after its first error. */
  endsAtFirstError: boolean
  flows: Record<Split, Set<Flow>>
}

export interface ReleaseManifestFile {
  name: string
  /** Null for files that belong to no format. */
  format: ReleaseFormat | null
  split: Split | null
  bytes: number
  sha256: string
  rows: number | null
}

export interface HeldOutListUse {
  list: string
  name: string
  problems: number
  sha256: string
}

/** How annotations of a solution were combined. `consensus.jsonl` lists those of each row. */
export interface ConsensusSummary {
  policy: CombiningConsensusName
  /** Version of the policy. A new version gives different rows for the same annotations. */
  version: number
  fallback: ConsensusFallbackName | null
  /** Rows by the policy that decided them: with a fallback, up to two policies. */
  rows: ReleaseStatistics['decidedBy']
  /**
   * For each annotator, the estimated probability of naming the correct first error, and from how many annotations it
   * was estimated; null without Dawid-Skene.
   */
  annotators: { labeler: string; accuracy: number; annotations: number }[] | null
}

/** The contents of `manifest.json`. */
export interface ReleaseManifest {
  format: 'stepmark-release'
  formatVersion: 1
  project: { slug: string; name: string; guidelineVersion: number }
  release: { number: number; name: string }
  createdAt: string
  snapshotAt: string
  /** Identifies this state of the database for `since`. */
  cursor: string
  since: { number: number; cursor: string } | null
  /** False if some row has ratings after its first error, as imported labels can have. */
  truncateAtFirstError: boolean
  /** Null if each row is one annotation. */
  consensus: ConsensusSummary | null
  /** For trainers that join the steps of a list. Formats that join steps have their own separator. */
  stepSeparator: string
  /** What to do with their problems is in `options`. */
  heldOut: { lists: HeldOutListUse[] }
  counts: ReleaseCounts
  ratings: Record<Split, RatingCounts>
  finishReasons: Partial<Record<FinishReason, number>>
  /** Number of annotations by annotator. */
  labelers: { labeler: string; annotations: number }[]
  /** Sentences about empty files, and about problems that may be in train here and in test of the base, or the reverse. */
  warnings: string[]
  /** As in the API, with defaults filled in. */
  options: ReleaseOptions
  files: ReleaseManifestFile[]
}

export interface ReleaseManifestParts extends Pick<
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
  heldOut: HeldOutListUse[]
  statistics: ReleaseStatistics
  rule: ConsensusRule | null
  files: ReleaseManifestFile[]
}

export function buildReleaseManifest(parts: ReleaseManifestParts): ReleaseManifest {
  const { options, statistics, rule, heldOut, ...otherParts } = parts
  return {
    format: 'stepmark-release',
    formatVersion: 1,
    ...otherParts,
    truncateAtFirstError: statistics.endsAtFirstError,
    consensus: rule && summariseConsensus(rule, statistics),
    stepSeparator: '\n',
    heldOut: { lists: heldOut },
    ratings: statistics.ratings,
    finishReasons: statistics.finishReasons,
    labelers: [...statistics.labelers]
      .map(([labeler, annotations]) => ({ labeler, annotations }))
      .sort((a, b) => (a.labeler < b.labeler ? -1 : 1)),
    options,
  }
}

function summariseConsensus(
  { policy, fallback, fitted }: ConsensusRule,
  statistics: ReleaseStatistics,
): ConsensusSummary {
  const annotators = fitted && [...fitted.annotators].sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    policy,
    version: consensusRuleVersions[policy],
    fallback,
    rows: statistics.decidedBy,
    annotators:
      annotators?.map(([labeler, { accuracy, annotations }]) => ({
        labeler,
        annotations,
        accuracy: roundProbability(accuracy),
      })) ?? null,
  }
}

export function createReleaseStatistics(): ReleaseStatistics {
  const makeNoRatings = () => ({ positive: 0, neutral: 0, negative: 0, unrated: 0 })
  return {
    ratings: { train: makeNoRatings(), test: makeNoRatings() },
    finishReasons: {},
    labelers: new Map(),
    decidedBy: {},
    endsAtFirstError: true,
    flows: { train: new Set(), test: new Set() },
  }
}

/**
 * Adds a row of the split.
 *
 * @param people authors of its annotations
 * @param decidedBy the policy that decided the row; null without a consensus
 */
export function addRowToStatistics(
  statistics: ReleaseStatistics,
  split: Split,
  annotation: { ratings: readonly (Rating | null)[]; finishReason: FinishReason },
  people: readonly string[],
  decidedBy: DecidedSolution['policy'] | null,
): void {
  for (const rating of annotation.ratings) statistics.ratings[split][nameRating(rating)] += 1
  const { finishReason } = annotation
  statistics.finishReasons[finishReason] = (statistics.finishReasons[finishReason] ?? 0) + 1
  for (const person of people)
    statistics.labelers.set(person, (statistics.labelers.get(person) ?? 0) + 1)
  if (decidedBy !== null)
    statistics.decidedBy[decidedBy] = (statistics.decidedBy[decidedBy] ?? 0) + 1
}

function nameRating(rating: Rating | null): keyof RatingCounts {
  if (rating === null) return 'unrated'
  return rating > 0 ? 'positive' : rating < 0 ? 'negative' : 'neutral'
}

export function makeEmptySplitCounts(): Record<SplitSide, SplitCounts> {
  const makeNoCounts = () => ({ annotations: 0, solutions: 0, problems: 0 })
  return { train: makeNoCounts(), test: makeNoCounts(), heldOut: makeNoCounts() }
}

export const makeEmptyExclusionCounts = () =>
  Object.fromEntries(exclusionReasons.map((reason) => [reason, 0])) as ReleaseCounts['excluded']

/** Lines for `sha256sum -c`. */
export function formatChecksums(files: readonly { name: string; sha256: string }[]): string {
  return files.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join('')
}
