import type { Command } from 'commander'
import { readWholeNumber } from '@/cli/file-options'
import { addServerOption, callServer, findServer, type ServerOptions } from '@/cli/server'
import { formatTable, print, printJson, say, type Shell } from '@/cli/shell'
import type { diffReleasesContract } from '@/lib/exports/contract'
import { formatCount } from '@/lib/platform/format'
import type { ReplyOf } from '@/lib/platform/contract'

type Difference = ReplyOf<typeof diffReleasesContract>
type Change = Difference['firstAdded'][number]

interface Options extends ServerOptions {
  project: string
  json?: true
}

const help = `
Counts annotations, and lists the first of each kind: added, removed, changed (labelled again, or repaired) and moved
(between train and test), with what was asked for otherwise. A line says where the annotation is, of which problem and
solution it is, who made it, and its id.

Example:
  $ stepmark release diff 1 2 --project competition-maths`

export function addReleaseDiff(parent: Command, shell: Shell): void {
  const command = parent
    .command('diff')
    .description('what is otherwise in a later release')
    .argument('<FROM>', 'number of the earlier one', readWholeNumber)
    .argument('<TO>', 'number of the later one', readWholeNumber)
    .requiredOption('--project <name>', 'the project, by its name in addresses')
    .option('--json', 'the same as JSON')
    .addHelpText('after', help)
    .action((from: number, to: number, options: Options) => diffReleases(shell, from, to, options))
  addServerOption(command)
}

async function diffReleases(
  shell: Shell,
  from: number,
  to: number,
  { project, json, ...options }: Options,
): Promise<void> {
  const difference = await callServer<typeof diffReleasesContract>(
    findServer(options),
    { method: 'get', path: '/projects/{project}/releases/{release}/difference' },
    { project, release: to, from },
  )
  if (json) return printJson(shell, difference)
  const rows = listChanges(difference)
  if (rows.length > 0) print(shell, formatTable(rows))
  const { added, removed, changed, moved, same } = difference
  const counts = Object.entries({ added, removed, changed, moved, same })
  say(shell, `${counts.map(([name, count]) => `${formatCount(count)} ${name}`).join(', ')}.`)
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
    ...options.map(({ place, from, to }) => ['asked', place, writeValue(from), writeValue(to)]),
    ...kinds.flatMap(([kind, changes]) =>
      changes.map((change) => [
        kind,
        describeSplit(change),
        nameProblem(change),
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

/** Its name in the data, and how it begins, on one line. */
function nameProblem({ problem, problemExternalId, statementStart }: Change): string {
  const name = `problem ${problemExternalId ?? problem}`
  return statementStart === null ? name : `${name}: ${statementStart.replace(/\s+/g, ' ').trim()}`
}

/** What was not asked for has no value. */
const writeValue = (value: unknown) => (value === undefined ? '-' : JSON.stringify(value))
