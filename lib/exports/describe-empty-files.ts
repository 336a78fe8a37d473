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
    .filter((split) => counts[split].solutions === 0)
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
 * @param flows of the annotations of each split
 */
export function describeEmptyFiles(
  files: readonly Pick<ReleaseManifestFile, 'name' | 'format' | 'split' | 'rows'>[],
  counts: Pick<ReleaseCounts, Split>,
  { neutral }: { neutral?: NeutralPolicy | undefined },
  { flows }: { flows: Readonly<Record<Split, ReadonlySet<Flow>>> },
): string[] {
  const splits = new Set(files.flatMap(({ split }) => split ?? []))
  return [
    ...describeEmptySplits(counts, [...splits]),
    ...files.flatMap(({ name, format, split, rows }) =>
      split !== null && rows === 0 && counts[split].solutions > 0
        ? [describeEmptyFile({ name, format, split }, neutral, flows[split])]
        : [],
    ),
  ]
}

function describeEmptyFile(
  { name, format, split }: Pick<ReleaseManifestFile, 'name' | 'format'> & { split: Split },
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
