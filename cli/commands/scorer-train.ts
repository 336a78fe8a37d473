import type { Command } from 'commander'
import { formatScorerMetrics, describeScorerVersion } from '@/cli/describe-scoring'
import { parseWholeNumberOption } from '@/cli/file-options'
import { followTraining } from '@/cli/follow-scoring'
import { withInterruptSignal } from '@/cli/interrupt'
import { trainScorer } from '@/cli/score-requests'
import { addServerOption, readServerConnection, type ServerOptions } from '@/cli/server-connection'
import { printLine, printJson, printMessage, type Terminal } from '@/cli/terminal'

interface Options extends ServerOptions {
  project: string
  seed?: number
  detach?: true
  json?: true
}

const help = `
Trains a new version of the embedded scorer on the project's labels, own and imported, without gold, screening and held-out
problems. Needs no model, download or other machine. Ctrl-C cancels. Prints the version number.

Example:
  $ stepmark scorer train --project competition-maths`

export function addScorerTrainCommand(parent: Command, terminal: Terminal): void {
  const command = parent
    .command('train')
    .description('train the embedded scorer')
    .requiredOption('--project <slug>', 'project slug, as in its URL')
    .option('--seed <number>', 'random seed', parseWholeNumberOption)
    .option('--detach', 'return at once; the server continues')
    .option('--json', 'print the version as JSON')
    .addHelpText('after', help)
    .action((options: Options) => trainAndReport(terminal, options))
  addServerOption(command)
}

async function trainAndReport(terminal: Terminal, options: Options): Promise<void> {
  const { project, seed, detach, json } = options
  const server = readServerConnection(terminal, options)
  const version = await withInterruptSignal(async (signal) => {
    const context = { terminal, server, project, signal }
    const training = await trainScorer(context, { project, seed })
    return detach ? training.version : followTraining(context, training)
  })
  if (json) printJson(terminal, version)
  else printLine(terminal, String(version.version))
  const rows = [describeScorerVersion(version), ...formatScorerMetrics(version)]
  printMessage(terminal, rows.join('\n'))
}
