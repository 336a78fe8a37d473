import type { Command } from 'commander'
import { listScoreRuns, type ScoreRun } from '@/cli/score-requests'
import { addServerOption, readServerConnection, type ServerOptions } from '@/cli/server-connection'
import { formatTable, printLine, printJson, printMessage, type Terminal } from '@/cli/terminal'
import { formatCount, formatInstant } from '@/lib/platform/format'

interface Options extends ServerOptions {
  project: string
  json?: true
}

const help = `
Prints one run per line, newest first: number, scorer, model, state, solutions scored, failures, time, who started it.

Example:
  $ stepmark score list --project competition-maths`

export function addScoreListCommand(parent: Command, terminal: Terminal): void {
  const command = parent
    .command('list')
    .description('list the score runs of a project')
    .requiredOption('--project <slug>', 'project slug, as in its URL')
    .option('--json', 'print them as JSON')
    .addHelpText('after', help)
    .action((options: Options) => printRuns(terminal, options))
  addServerOption(command)
}

async function printRuns(
  terminal: Terminal,
  { project, json, ...options }: Options,
): Promise<void> {
  const runs = await listScoreRuns({
    terminal,
    server: readServerConnection(terminal, options),
    project,
  })
  if (json) return printJson(terminal, { runs })
  if (runs.length === 0)
    return printMessage(terminal, 'No score runs yet. Start one with "stepmark score run".')
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
  printLine(terminal, formatTable(rows))
}

/** The size of an unfinished import is not known. */
function describeDone({ kind, state, doneRows, allRows }: ScoreRun): string {
  const isOpen = kind === 'imported' && state !== 'done'
  return `${formatCount(doneRows)} of ${isOpen || allRows === null ? '?' : formatCount(allRows)}`
}
