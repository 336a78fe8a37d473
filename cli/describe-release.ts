import { formatExclusionCounts } from '@/lib/exports/explain-exclusions'
import { formatBytes, formatInstant, formatQuantity } from '@/lib/platform/format'
import { describeMissingWorker } from './describe-missing-worker'
import type { Release } from './release-requests'
import { formatTable, sanitiseForTerminal } from './terminal'

/** A release as text: state, counts and files. */
export function describeRelease(release: Release): string {
  const { number, name, state, by, createdAt, snapshotAt } = release
  const message = describeMissingWorker(release.waitingFor) ?? release.message
  const rows = [
    `Release ${number}, ${sanitiseForTerminal(name)}: ${state}${message === null ? '' : `. ${sanitiseForTerminal(message)}`}`,
    `  by ${sanitiseForTerminal(by)}, ${formatInstant(createdAt)} UTC${snapshotAt === null ? '' : `, as of ${snapshotAt}`}`,
    ...describeReleaseCounts(release),
    ...describeReleaseWarnings(release),
  ]
  if (release.files.length > 0) rows.push(formatTable(release.files.map(describeFile)))
  return rows.join('\n')
}

/** `train: 120 annotations of 100 solutions of 80 problems` and `excluded: 3 given up or bad problem; 2 screening`. */
export function describeReleaseCounts({ counts }: Pick<Release, 'counts'>): string[] {
  if (counts === null) return []
  const { train, test, heldOut, excluded } = counts
  const splits = Object.entries({ train, test, 'held out': heldOut })
    .filter(([split, { solutions }]) => split === 'train' || solutions > 0)
    .map(
      ([split, { annotations, solutions, problems }]) =>
        `  ${split}: ${formatQuantity(annotations, 'annotation')} of ${formatQuantity(solutions, 'solution')} of ${formatQuantity(problems, 'problem')}`,
    )
  const exclusions = formatExclusionCounts(excluded)
  return exclusions.length === 0 ? splits : [...splits, `  excluded: ${exclusions.join('; ')}`]
}

/** Warnings of the server, one per line. */
export function describeReleaseWarnings({ warnings }: Pick<Release, 'warnings'>): string[] {
  return warnings.map((warning) => `  Warning: ${sanitiseForTerminal(warning)}`)
}

function describeFile({ name, bytes, sha256, rows }: Release['files'][number]): string[] {
  return [`  ${name}`, formatBytes(bytes), rows === null ? '' : formatQuantity(rows, 'row'), sha256]
}
