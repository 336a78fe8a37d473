import { once } from 'node:events'
import type { Command } from 'commander'
import type { LineChange, LineChangeCounts } from '@/cli/compare-lines'
import { UsageError } from '@/cli/errors'
import { openInput } from '@/cli/open-input'
import { printJson, printMessage, sanitiseForTerminal, type Terminal } from '@/cli/terminal'
import { readLines } from '@/lib/formats/read-lines'
import { formatCount } from '@/lib/platform/format'

const limits = { lineBytes: 64 * 1024 * 1024 }

const help = `
Compares the lines of two files, in any order. Lines in the stepmark format are matched by their annotation, lines in other
formats by their content. Needs no server.

added    AFTER:7              a line that is only in AFTER
removed  BEFORE:3             a line that is only in BEFORE
changed  BEFORE:2  AFTER:5    different content for the same annotation, followed by its id

Exits with 0 if both files have the same lines, with 1 if they differ, and with 2 if a file can't be read or the
detected formats differ.

Example:
  $ stepmark export --project competition-maths --format stepmark -o before.jsonl
  $ stepmark export --project competition-maths --format stepmark -o after.jsonl
  $ stepmark diff before.jsonl after.jsonl`

export function addDiffCommand(parent: Command, terminal: Terminal): void {
  parent
    .command('diff')
    .description('compare two exports in the same format')
    .argument('<BEFORE>', 'JSONL or CSV; "-" for standard input')
    .argument('<AFTER>', 'file in the same format')
    .option('--json', 'print counts as JSON instead of lines')
    .addHelpText('after', help)
    .action((before: string, after: string, { json }: { json?: true }) =>
      diffFiles(terminal, [before, after], json ?? false),
    )
}

async function diffFiles(
  terminal: Terminal,
  [before, after]: readonly [string, string],
  asJson: boolean,
): Promise<void> {
  if (before === '-' && after === '-')
    throw new UsageError('Use "-" for one file only: standard input can be read once.')
  const { compareLines, UnreadableLineError } = await import('@/cli/compare-lines')
  const [first, second] = [await openInput(terminal, before), await openInput(terminal, after)]
  const changes = compareLines(readLines(first.chunks, limits), readLines(second.chunks, limits))
  try {
    let next = await changes.next()
    for (; next.done !== true; next = await changes.next())
      if (!asJson && !terminal.output.write(`${describeChange(next.value, before, after)}\n`))
        await once(terminal.output, 'drain')
    reportCounts(terminal, next.value, asJson)
  } catch (error) {
    if (!(error instanceof UnreadableLineError)) throw error
    const file = error.side === 'before' ? before : after
    throw new UsageError(`${file}:${error.line} can’t be compared. ${error.reason}`)
  }
}

function describeChange(change: LineChange, before: string, after: string): string {
  const locations = [
    change.before === null ? null : `${before}:${change.before}`,
    change.after === null ? null : `${after}:${change.after}`,
    change.annotation === null ? null : sanitiseForTerminal(change.annotation),
  ]
  return [
    change.kind.padEnd('removed'.length),
    ...locations.filter((location) => location !== null),
  ].join('  ')
}

function reportCounts(terminal: Terminal, counts: LineChangeCounts, asJson: boolean): void {
  const { same, added, removed, changed } = counts
  if (asJson) printJson(terminal, counts)
  else {
    const entries = Object.entries({ added, removed, changed, same })
    printMessage(
      terminal,
      `${entries.map(([name, count]) => `${formatCount(count)} ${name}`).join(', ')}.`,
    )
  }
  if (added + removed + changed > 0) terminal.status = 1
}
