import type { Command } from 'commander'
import { readWholeNumber } from '@/cli/file-options'
import { followTraining } from '@/cli/follow-scoring'
import { withInterrupt } from '@/cli/interrupt'
import { trainScorer } from '@/cli/score-calls'
import { describeMetrics, describeVersion } from '@/cli/score-words'
import { addServerOption, findServer, type ServerOptions } from '@/cli/server'
import { print, printJson, say, type Shell } from '@/cli/shell'

interface Options extends ServerOptions {
  project: string
  seed?: number
  detach?: true
  json?: true
}

const help = `
A new version of the embedded scorer learns from the labels that the project has: of people and imported, not of gold,
screening or held-out problems. It needs no model, no download and no other machine. Ctrl-C cancels it. Prints the number
of the version.

Example:
  $ stepmark scorer train --project competition-maths`

export function addScorerTrain(parent: Command, shell: Shell): void {
  const command = parent
    .command('train')
    .description("let the embedded scorer learn from the project's labels")
    .requiredOption('--project <name>', 'the project, by its name in addresses')
    .option('--seed <number>', 'the same labels and seed give the same scores', readWholeNumber)
    .option('--detach', 'end at once; the server goes on')
    .option('--json', 'the version as JSON')
    .addHelpText('after', help)
    .action((options: Options) => train(shell, options))
  addServerOption(command)
}

async function train(shell: Shell, options: Options): Promise<void> {
  const { project, seed, detach, json } = options
  const server = findServer(options)
  const version = await withInterrupt(async (signal) => {
    const calls = { shell, server, project, signal }
    const begun = await trainScorer(calls, { project, seed })
    return detach ? begun.version : followTraining(calls, begun)
  })
  if (json) printJson(shell, version)
  else print(shell, String(version.version))
  const rows = [describeVersion(version), ...describeMetrics(version)]
  say(shell, rows.join('\n'))
}
