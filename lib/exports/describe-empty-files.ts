import {
  type NeutralPolicy,
  describeRequiredPart,
  type OutputFormatName,
} from '@/lib/formats/format-names'
import type { Flow } from '@/lib/formats/record'
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

/** What an annotation needs if neutral ratings are dropped: in most formats, a row ends before the first neutral step. */
const positiveOrNegativeStart = 'a positive or negative rating at its first step'
const partsWithoutNeutral: Partial<Record<OutputFormatName, string>> = {
  'trl-stepwise': positiveOrNegativeStart,
  'math-shepherd': positiveOrNegativeStart,
  rlhflow: positiveOrNegativeStart,
  'qwen-prm': positiveOrNegativeStart,
  processbench: 'only positive ratings before its first error, or at all its steps',
}

/**
 * Warnings about all files without rows.
 *
 * @param flows of the annotations
 */
export function describeEmptyFiles(
  files: readonly Pick<ReleaseManifestFile, 'name' | 'format' | 'split' | 'rows'>[],
  counts: Pick<ReleaseCounts, Split>,
  { neutral }: { neutral?: NeutralPolicy | undefined },
  { flows }: { flows: ReadonlySet<Flow> },
): string[] {
  const splits = new Set(files.flatMap(({ split }) => split ?? []))
  const isUnwritable = ({ split, rows }: (typeof files)[number]) =>
    split !== null && rows === 0 && counts[split].annotations > 0
  return [
    ...describeEmptySplits(counts, [...splits]),
    ...files.filter(isUnwritable).map((file) => describeEmptyFile(file, neutral, flows)),
  ]
}

function describeEmptyFile(
  { name, format, split }: Pick<ReleaseManifestFile, 'name' | 'format' | 'split'>,
  neutral: NeutralPolicy | undefined,
  flows: ReadonlySet<Flow>,
): string {
  if (format === null) return `${name} is empty.`
  const rowFormat = toRowFormat(format)
  const partWithoutNeutral = neutral === 'drop' ? partsWithoutNeutral[rowFormat] : undefined
  return partWithoutNeutral
    ? `${name} is empty: no annotation in ${split} has ${partWithoutNeutral} (neutral ratings are dropped).`
    : `${name} is empty: no annotation in ${split} has ${describeRequiredPart(rowFormat, flows)}.`
}
