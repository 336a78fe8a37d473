import type { Command } from 'commander'
import { listRuns, type ScoreRun } from '@/cli/score-calls'
import { addServerOption, findServer, type ServerOptions } from '@/cli/server'
import { formatTable, print, printJson, say, type Shell } from '@/cli/shell'
import { formatCount, formatInstant } from '@/lib/platform/format'

interface Options extends ServerOptions {
  project: string
  json?: true
}

const help = `
One run a line, newest first: its number, its scorer, what answered, how it ended, solutions scored of all, failed, when
and by whom it was begun.

Example:
  $ stepmark score list --project competition-maths`

export function addScoreList(parent: Command, shell: Shell): void {
  const command = parent
    .command('list')
    .description('the score runs of a project')
    .requiredOption('--project <name>', 'the project, by its name in addresses')
    .option('--json', 'everything about them, as JSON')
    .addHelpText('after', help)
    .action((options: Options) => printRuns(shell, options))
  addServerOption(command)
}

async function printRuns(shell: Shell, { project, json, ...options }: Options): Promise<void> {
  const runs = await listRuns({ shell, server: findServer(options), project })
  if (json) return printJson(shell, { runs })
  if (runs.length === 0) return say(shell, 'There is no score run yet.')
  const rows = runs.map((run) => [
    String(run.number),
    run.scorerName,
    run.model,
    run.state,
    describeDone(run),
    `${formatCount(run.failedRows)} failed`,
    `${formatInstant(run.createdAt)} UTC`,
    run.by,
  ])
  print(shell, formatTable(rows))
}

/** An import that is not finished has no end that anybody knows. */
function describeDone({ kind, state, doneRows, allRows }: ScoreRun): string {
  const isOpen = kind === 'imported' && state !== 'done'
  return `${formatCount(doneRows)} of ${isOpen || allRows === null ? '?' : formatCount(allRows)}`
}
