import type { Command } from 'commander'
import { cancelRun, findRun, getRun, type ScoreRun } from '@/cli/score-calls'
import { describeRun } from '@/cli/score-words'
import { addServerOption, findServer, type ServerOptions } from '@/cli/server'
import { printJson, say, type Shell } from '@/cli/shell'
import { AppError } from '@/lib/platform/errors'

interface Options extends ServerOptions {
  project: string
  json?: true
}

const help = `
What was scored stays, and "stepmark score resume" goes on from there. A run that has ended is left alone.

Example:
  $ stepmark score cancel 1 --project competition-maths`

export function addScoreCancel(parent: Command, shell: Shell): void {
  const command = parent
    .command('cancel')
    .description('stop a score run')
    .argument('<NUMBER>', 'of the run')
    .requiredOption('--project <name>', 'the project, by its name in addresses')
    .option('--json', 'the run as JSON')
    .addHelpText('after', help)
    .action((number: string, options: Options) => stopRun(shell, number, options))
  addServerOption(command)
}

async function stopRun(shell: Shell, number: string, options: Options): Promise<void> {
  const { project, json } = options
  const calls = { shell, server: findServer(options), project }
  const { run } = await findRun(calls, number)
  const ended: ScoreRun = await cancelRun(calls, run).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'conflict') return getRun(calls, run)
    throw error
  })
  if (json) printJson(shell, ended)
  say(shell, describeRun(ended))
}
