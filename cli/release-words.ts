import { formatBytes, formatCount, formatInstant, formatNoun } from '@/lib/platform/format'
import type { NotTakenReason } from '@/lib/exports/not-taken-reasons'
import type { Release } from './release-calls'
import { formatTable, showText } from './shell'

/** A release for people: how it ended, what it counts, its files. */
export function describeRelease(release: Release): string {
  const { number, name, state, by, createdAt, snapshotAt, message } = release
  const rows = [
    `Release ${number}, ${showText(name)}: ${state}${message === null ? '' : `. ${showText(message)}`}`,
    `  by ${showText(by)}, ${formatInstant(createdAt)} UTC${snapshotAt === null ? '' : `, as of ${snapshotAt}`}`,
    ...describeCounts(release),
    ...describeWarnings(release),
  ]
  if (release.files.length > 0) rows.push(formatTable(release.files.map(describeFile)))
  return rows.join('\n')
}

/** Of annotations that are not taken, in the order in which they are told. */
const notTakenWords: Readonly<Record<NotTakenReason, string>> = {
  notNew: 'neither new nor changed',
  otherFilters: 'outside of the filters',
  unfinished: 'unfinished',
  gold: 'gold',
  screening: 'screening',
  irregular: 'against the rules',
  stepChoice: 'choices among options',
  otherSteps: 'of steps cut anew since',
  tied: 'of solutions with even votes',
  notRuled: 'of solutions that nobody ruled on',
  again: 'older ones of the same people',
  older: 'not the latest of the solution',
}

/** `train: 120 annotations of 100 solutions to 80 problems` and `not taken: 3 unfinished, 2 gold`. */
export function describeCounts({ counts }: Pick<Release, 'counts'>): string[] {
  if (counts === null) return []
  const { train, test, leftOut, notTaken } = counts
  const splits = Object.entries({ train, test, 'held out': leftOut })
    .filter(([split, { annotations }]) => split === 'train' || annotations > 0)
    .map(
      ([split, { annotations, solutions, problems }]) =>
        `  ${split}: ${formatNoun(annotations, 'annotation')} of ${formatNoun(solutions, 'solution')} to ${formatNoun(problems, 'problem')}`,
    )
  const reasons = Object.keys(notTakenWords) as NotTakenReason[]
  const others = reasons
    .map((reason) => [notTaken?.[reason] ?? 0, notTakenWords[reason]] as const)
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${formatCount(count)} ${words}`)
  return others.length === 0 ? splits : [...splits, `  not taken: ${others.join(', ')}`]
}

/** What the server warns of, a line each. */
export function describeWarnings({ warnings }: Pick<Release, 'warnings'>): string[] {
  return warnings.map((warning) => `  Mind: ${showText(warning)}`)
}

function describeFile({ name, bytes, sha256, rows }: Release['files'][number]): string[] {
  return [`  ${name}`, formatBytes(bytes), rows === null ? '' : formatNoun(rows, 'row'), sha256]
}
