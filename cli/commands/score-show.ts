import type { Command } from 'commander'
import { describeScoreRun } from '@/cli/describe-scoring'
import { findScoreRunByNumberOrId, getScoreRun } from '@/cli/score-requests'
import { addServerOption, readServerConnection, type ServerOptions } from '@/cli/server-connection'
import { printLine, printJson, sanitiseForTerminal, type Terminal } from '@/cli/terminal'
import { formatQuantity } from '@/lib/platform/format'

interface Options extends ServerOptions {
  project: string
  json?: true
}

const help = `
Prints progress and failures by reason. Exits with 1 if the run failed or was cancelled.

Example:
  $ stepmark score show 1 --project competition-maths`

export function addScoreShowCommand(parent: Command, terminal: Terminal): void {
  const command = parent
    .command('show')
    .description('show a score run')
    .argument('<NUMBER>', 'run number')
    .requiredOption('--project <slug>', 'project slug, as in its URL')
    .option('--json', 'print it as JSON')
    .addHelpText('after', help)
    .action((number: string, options: Options) => showRun(terminal, number, options))
  addServerOption(command)
}

async function showRun(terminal: Terminal, number: string, options: Options): Promise<void> {
  const { project, json } = options
  const context = { terminal, server: readServerConnection(terminal, options), project }
  const run = await getScoreRun(context, (await findScoreRunByNumberOrId(context, number)).run)
  if (json) printJson(terminal, run)
  else {
    const failures = run.failures.map(
      ({ message, solutions, example }) =>
        `  ${formatQuantity(solutions, 'solution')}, as ${example}: ${sanitiseForTerminal(message)}`,
    )
    printLine(terminal, [describeScoreRun(run), ...failures].join('\n'))
  }
  if (run.state === 'failed' || run.state === 'cancelled') terminal.status = 1
}
