import {
  type NeutralPolicy,
  type OutputFormatName,
  requiredAnnotationParts,
} from '@/lib/formats/format-names'
import type { Split } from './choose-split-side'
import { toRowFormat } from './release-formats'
import type { ReleaseManifestFile, ReleaseCounts } from './release-manifest'

/** Warnings about splits without annotations. */
export function describeEmptySplits(
  counts: Pick<ReleaseCounts, Split>,
  splits: readonly Split[],
): string[] {
  return splits
    .filter((split) => counts[split].annotations === 0)
    .map((split) => `The ${split} split has no annotations, so its files are empty.`)
}

/** Formats whose rows end before the first neutral step if neutral ratings are dropped. */
const formatsOfStepLabels: ReadonlySet<OutputFormatName> = new Set([
  'trl-stepwise',
  'math-shepherd',
  'rlhflow',
  'qwen-prm',
])

/** Warnings about all files without rows. */
export function describeEmptyFiles(
  files: readonly Pick<ReleaseManifestFile, 'name' | 'format' | 'split' | 'rows'>[],
  counts: Pick<ReleaseCounts, Split>,
  neutral: NeutralPolicy | undefined,
): string[] {
  const splits = new Set(files.flatMap(({ split }) => split ?? []))
  const isUnwritable = ({ split, rows }: (typeof files)[number]) =>
    split !== null && rows === 0 && counts[split].annotations > 0
  return [
    ...describeEmptySplits(counts, [...splits]),
    ...files.filter(isUnwritable).map((file) => describeEmptyFile(file, neutral)),
  ]
}

function describeEmptyFile(
  { name, format, split }: Pick<ReleaseManifestFile, 'name' | 'format' | 'split'>,
  neutral: NeutralPolicy | undefined,
): string {
  if (format === null) return `${name} is empty.`
  const rowFormat = toRowFormat(format)
  return formatsOfStepLabels.has(rowFormat) && neutral === 'drop'
    ? `${name} is empty: with neutral ratings dropped, every row in ${split} would end before its first step.`
    : `${name} is empty: no annotation in ${split} has ${requiredAnnotationParts[rowFormat]}.`
}
