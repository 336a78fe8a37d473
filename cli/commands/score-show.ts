import type { Command } from 'commander'
import { findRun, getRun } from '@/cli/score-requests'
import { describeRun } from '@/cli/describe-scoring'
import { addServerOption, findServer, type ServerOptions } from '@/cli/server'
import { print, printJson, sanitizeForTerminal, type Shell } from '@/cli/shell'
import { formatQuantity } from '@/lib/platform/format'

interface Options extends ServerOptions {
  project: string
  json?: true
}

const help = `
Prints progress and failures by reason. Exits with 1 if the run failed or was cancelled.

Example:
  $ stepmark score show 1 --project competition-maths`

export function addScoreShow(parent: Command, shell: Shell): void {
  const command = parent
    .command('show')
    .description('show a score run')
    .argument('<NUMBER>', 'run number')
    .requiredOption('--project <slug>', 'project slug, as in its URL')
    .option('--json', 'print it as JSON')
    .addHelpText('after', help)
    .action((number: string, options: Options) => showRun(shell, number, options))
  addServerOption(command)
}

async function showRun(shell: Shell, number: string, options: Options): Promise<void> {
  const { project, json } = options
  const context = { shell, server: findServer(shell, options), project }
  const run = await getRun(context, (await findRun(context, number)).run)
  if (json) printJson(shell, run)
  else {
    const failures = run.failures.map(
      ({ message, solutions, example }) =>
        `  ${formatQuantity(solutions, 'solution')}, as ${example}: ${sanitizeForTerminal(message)}`,
    )
    print(shell, [describeRun(run), ...failures].join('\n'))
  }
  if (run.state === 'failed' || run.state === 'cancelled') shell.status = 1
}
