import { once } from 'node:events'
import type { Command } from 'commander'
import type { Change, LineCounts } from '@/cli/compare-lines'
import { openInput } from '@/cli/open-input'
import { UsageError } from '@/cli/refusals'
import { printJson, say, type Shell, showText } from '@/cli/shell'
import { readLines } from '@/lib/formats/read-lines'
import { formatCount } from '@/lib/platform/format'

const limits = { lineBytes: 64 * 1024 * 1024 }

const help = `
Says what became of the lines of BEFORE in AFTER, wherever they stand. Lines of the format stepmark are known by their
annotation: one that says something else has changed. Lines of other formats are known by what they say. Needs no server.

added    AFTER:7              a line that BEFORE has not
removed  BEFORE:3             a line that AFTER has not
changed  BEFORE:2  AFTER:5    another content of the same annotation, which is named at the end

Ends with 0 where both have the same lines, with 1 where not, and with 2 where a file cannot be read, or where the two
are of different formats.

Example:
  $ stepmark export --project competition-maths --format stepmark -o before.jsonl
  $ stepmark export --project competition-maths --format stepmark -o after.jsonl
  $ stepmark diff before.jsonl after.jsonl`

export function addDiff(parent: Command, shell: Shell): void {
  parent
    .command('diff')
    .description('compare two exports of one format')
    .argument('<BEFORE>', 'JSONL or CSV; "-" for standard input')
    .argument('<AFTER>', 'the same format')
    .option('--json', 'counts as JSON instead of the lines')
    .addHelpText('after', help)
    .action((before: string, after: string, { json }: { json?: true }) =>
      diffFiles(shell, [before, after], json ?? false),
    )
}

async function diffFiles(
  shell: Shell,
  [before, after]: readonly [string, string],
  asJson: boolean,
): Promise<void> {
  if (before === '-' && after === '-') throw new UsageError('Standard input can be read once.')
  const { compareLines, UnreadableLine } = await import('@/cli/compare-lines')
  const [first, second] = [await openInput(shell, before), await openInput(shell, after)]
  const changes = compareLines(readLines(first.chunks, limits), readLines(second.chunks, limits))
  try {
    let next = await changes.next()
    for (; next.done !== true; next = await changes.next())
      if (!asJson && !shell.output.write(`${describeChange(next.value, before, after)}\n`))
        await once(shell.output, 'drain')
    tellCounts(shell, next.value, asJson)
  } catch (error) {
    if (!(error instanceof UnreadableLine)) throw error
    const file = error.side === 'before' ? before : after
    throw new UsageError(`${file}:${error.line} cannot be compared. ${error.reason}`)
  }
}

function describeChange(change: Change, before: string, after: string): string {
  const places = [
    change.before === null ? null : `${before}:${change.before}`,
    change.after === null ? null : `${after}:${change.after}`,
    change.annotation === null ? null : showText(change.annotation),
  ]
  return [change.kind.padEnd('removed'.length), ...places.filter((place) => place !== null)].join(
    '  ',
  )
}

function tellCounts(shell: Shell, counts: LineCounts, asJson: boolean): void {
  const { same, added, removed, changed } = counts
  if (asJson) printJson(shell, counts)
  else {
    const words = Object.entries({ added, removed, changed, same })
    say(shell, `${words.map(([name, count]) => `${formatCount(count)} ${name}`).join(', ')}.`)
  }
  if (added + removed + changed > 0) shell.status = 1
}
