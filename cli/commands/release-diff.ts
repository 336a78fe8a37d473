import type { Command } from 'commander'
import { parseWholeNumberOption } from '@/cli/file-options'
import {
  addServerOption,
  callServer,
  readServerConnection,
  type ServerOptions,
} from '@/cli/server-connection'
import {
  formatExcerpt,
  formatTable,
  printLine,
  printJson,
  printMessage,
  type Terminal,
} from '@/cli/terminal'
import type { diffReleasesContract } from '@/lib/exports/contract'
import { describeReleaseMismatch } from '@/lib/exports/describe-release-mismatch'
import type { ReplyOf } from '@/lib/platform/contract'
import { formatCount } from '@/lib/platform/format'

type Difference = ReplyOf<typeof diffReleasesContract>
type Change = Difference['firstAdded'][number]

interface Options extends ServerOptions {
  project: string
  json?: true
}

const help = `
Counts annotations and lists up to 100 of each kind: added, removed, changed (labelled again or repaired) and moved (between
train and test), plus changed release options. Each line has the split, problem, solution, annotator and annotation id.

Example:
  $ stepmark release diff 1 2 --project competition-maths`

export function addReleaseDiffCommand(parent: Command, terminal: Terminal): void {
  const command = parent
    .command('diff')
    .description('compare two releases')
    .argument('<FROM>', 'number of the earlier release', parseWholeNumberOption)
    .argument('<TO>', 'number of the later release', parseWholeNumberOption)
    .requiredOption('--project <slug>', 'project slug, as in its URL')
    .option('--json', 'print as JSON')
    .addHelpText('after', help)
    .action((from: number, to: number, options: Options) =>
      diffReleases(terminal, from, to, options),
    )
  addServerOption(command)
}

async function diffReleases(
  terminal: Terminal,
  from: number,
  to: number,
  { project, json, ...options }: Options,
): Promise<void> {
  const difference = await callServer(
    readServerConnection(terminal, options),
    'get /projects/{project}/releases/{release}/difference',
    { project, release: to, from },
  )
  if (json) return printJson(terminal, difference)
  const rows = listChanges(difference)
  if (rows.length > 0) printLine(terminal, formatTable(rows))
  const { added, removed, changed, moved, unchanged } = difference
  const counts = Object.entries({ added, removed, changed, moved, unchanged })
  printMessage(
    terminal,
    `${counts.map(([name, count]) => `${formatCount(count)} ${name}`).join(', ')}.`,
  )
  const mismatch = describeReleaseMismatch(difference)
  if (mismatch !== null) printMessage(terminal, mismatch)
}

function listChanges(difference: Difference): string[][] {
  const { options, firstAdded, firstRemoved, firstChanged, firstMoved } = difference
  const kinds = Object.entries({
    added: firstAdded,
    removed: firstRemoved,
    changed: firstChanged,
    moved: firstMoved,
  })
  return [
    ...options.map(({ option, from, to }) => [
      'option',
      option,
      formatValue(from),
      formatValue(to),
    ]),
    ...kinds.flatMap(([kind, changes]) =>
      changes.map((change) => [
        kind,
        describeSplit(change),
        formatProblem(change),
        `solution ${change.solutionExternalId ?? change.solution}`,
        `by ${change.labeler}`,
        change.annotation,
      ]),
    ),
  ]
}

/** `train`, `train to test` */
function describeSplit({ from, to, split }: Change): string {
  if (from === null || to === null || from === to) return to ?? from ?? split
  return `${from} to ${to}`
}

/** The problem's external id or id, and the beginning of its statement if known, in one line. */
function formatProblem({ problem, problemExternalId, statementExcerpt }: Change): string {
  const name = `problem ${problemExternalId ?? problem}`
  if (statementExcerpt === null) return name
  return `${name}: ${formatExcerpt(statementExcerpt, false)}`
}

/** An option that was not set has no value. */
const formatValue = (value: unknown) => (value === undefined ? '-' : JSON.stringify(value))
