import type { Command } from 'commander'
import { cancelRun, findRun, getRun, type ScoreRun } from '@/cli/score-requests'
import { describeRun } from '@/cli/describe-scoring'
import { addServerOption, findServer, type ServerOptions } from '@/cli/server'
import { printJson, printMessage, type Shell } from '@/cli/shell'
import { AppError } from '@/lib/platform/errors'

interface Options extends ServerOptions {
  project: string
  json?: true
}

const help = `
Keeps the scores so far; continue with "stepmark score resume". Does nothing if the run has ended.

Example:
  $ stepmark score cancel 1 --project competition-maths`

export function addScoreCancel(parent: Command, shell: Shell): void {
  const command = parent
    .command('cancel')
    .description('cancel a score run')
    .argument('<NUMBER>', 'run number')
    .requiredOption('--project <slug>', 'project slug, as in its URL')
    .option('--json', 'print the run as JSON')
    .addHelpText('after', help)
    .action((number: string, options: Options) => stopRun(shell, number, options))
  addServerOption(command)
}

async function stopRun(shell: Shell, number: string, options: Options): Promise<void> {
  const { project, json } = options
  const context = { shell, server: findServer(shell, options), project }
  const { run } = await findRun(context, number)
  const endedRun: ScoreRun = await cancelRun(context, run).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'conflict') return getRun(context, run)
    throw error
  })
  if (json) printJson(shell, endedRun)
  printMessage(shell, describeRun(endedRun))
}
