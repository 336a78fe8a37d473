import type { Command } from 'commander'
import { readWholeNumber } from '@/cli/file-options'
import { followTraining } from '@/cli/follow-scoring'
import { withInterrupt } from '@/cli/interrupt'
import { trainScorer } from '@/cli/score-requests'
import { describeMetrics, describeVersion } from '@/cli/describe-scoring'
import { addServerOption, findServer, type ServerOptions } from '@/cli/server'
import { print, printJson, printMessage, type Shell } from '@/cli/shell'

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

export function addScorerTrain(parent: Command, shell: Shell): void {
  const command = parent
    .command('train')
    .description('train the embedded scorer')
    .requiredOption('--project <slug>', 'project slug, as in its URL')
    .option('--seed <number>', 'random seed', readWholeNumber)
    .option('--detach', 'return at once; the server continues')
    .option('--json', 'print the version as JSON')
    .addHelpText('after', help)
    .action((options: Options) => train(shell, options))
  addServerOption(command)
}

async function train(shell: Shell, options: Options): Promise<void> {
  const { project, seed, detach, json } = options
  const server = findServer(shell, options)
  const version = await withInterrupt(async (signal) => {
    const context = { shell, server, project, signal }
    const training = await trainScorer(context, { project, seed })
    return detach ? training.version : followTraining(context, training)
  })
  if (json) printJson(shell, version)
  else print(shell, String(version.version))
  const rows = [describeVersion(version), ...describeMetrics(version)]
  printMessage(shell, rows.join('\n'))
}
