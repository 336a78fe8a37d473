import type { Command } from 'commander'
import { listRuns, type ScoreRun } from '@/cli/score-requests'
import { addServerOption, findServer, type ServerOptions } from '@/cli/server'
import { formatTable, print, printJson, printMessage, type Shell } from '@/cli/shell'
import { formatCount, formatInstant } from '@/lib/platform/format'

interface Options extends ServerOptions {
  project: string
  json?: true
}

const help = `
Prints one run per line, newest first: number, scorer, model, state, solutions scored, failures, time, who started it.

Example:
  $ stepmark score list --project competition-maths`

export function addScoreList(parent: Command, shell: Shell): void {
  const command = parent
    .command('list')
    .description('list the score runs of a project')
    .requiredOption('--project <slug>', 'project slug, as in its URL')
    .option('--json', 'print them as JSON')
    .addHelpText('after', help)
    .action((options: Options) => printRuns(shell, options))
  addServerOption(command)
}

async function printRuns(shell: Shell, { project, json, ...options }: Options): Promise<void> {
  const runs = await listRuns({ shell, server: findServer(shell, options), project })
  if (json) return printJson(shell, { runs })
  if (runs.length === 0)
    return printMessage(shell, 'No score runs yet. Start one with "stepmark score run".')
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

/** The size of an unfinished import is not known. */
function describeDone({ kind, state, doneRows, allRows }: ScoreRun): string {
  const isOpen = kind === 'imported' && state !== 'done'
  return `${formatCount(doneRows)} of ${isOpen || allRows === null ? '?' : formatCount(allRows)}`
}
