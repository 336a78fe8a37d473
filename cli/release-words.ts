import { formatBytes, formatInstant, formatNoun } from '@/lib/platform/format'
import type { Release } from './release-calls'
import { formatTable, showText } from './shell'

/** A release for people: how it ended, what it counts, its files. */
export function describeRelease(release: Release): string {
  const { number, name, state, by, createdAt, snapshotAt, message } = release
  const rows = [
    `Release ${number}, ${showText(name)}: ${state}${message === null ? '' : `. ${showText(message)}`}`,
    `  by ${showText(by)}, ${formatInstant(createdAt)} UTC${snapshotAt === null ? '' : `, as of ${snapshotAt}`}`,
    ...describeCounts(release),
  ]
  if (release.files.length > 0) rows.push(formatTable(release.files.map(describeFile)))
  return rows.join('\n')
}

/** `train 120 labellings of 100 solutions to 80 problems` */
export function describeCounts({ counts }: Pick<Release, 'counts'>): string[] {
  if (counts === null) return []
  const { train, test, leftOut } = counts
  return Object.entries({ train, test, 'left out': leftOut })
    .filter(([split, { labellings }]) => split === 'train' || labellings > 0)
    .map(
      ([split, { labellings, solutions, problems }]) =>
        `  ${split}: ${formatNoun(labellings, 'labelling')} of ${formatNoun(solutions, 'solution')} to ${formatNoun(problems, 'problem')}`,
    )
}

function describeFile({ name, bytes, sha256, rows }: Release['files'][number]): string[] {
  return [`  ${name}`, formatBytes(bytes), rows === null ? '' : formatNoun(rows, 'row'), sha256]
}
