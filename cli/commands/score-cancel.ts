import type { Command } from 'commander'
import { describeScoreRun } from '@/cli/describe-scoring'
import {
  cancelScoreRun,
  findScoreRunByNumberOrId,
  getScoreRun,
  type ScoreRun,
} from '@/cli/score-requests'
import { addServerOption, readServerConnection, type ServerOptions } from '@/cli/server-connection'
import { printJson, printMessage, type Terminal } from '@/cli/terminal'
import { AppError } from '@/lib/platform/errors'

interface Options extends ServerOptions {
  project: string
  json?: true
}

const help = `
Keeps the scores so far; continue with "stepmark score resume". Does nothing if the run has ended.

Example:
  $ stepmark score cancel 1 --project competition-maths`

export function addScoreCancelCommand(parent: Command, terminal: Terminal): void {
  const command = parent
    .command('cancel')
    .description('cancel a score run')
    .argument('<NUMBER>', 'run number')
    .requiredOption('--project <slug>', 'project slug, as in its URL')
    .option('--json', 'print the run as JSON')
    .addHelpText('after', help)
    .action((number: string, options: Options) => stopRun(terminal, number, options))
  addServerOption(command)
}

async function stopRun(terminal: Terminal, number: string, options: Options): Promise<void> {
  const { project, json } = options
  const context = { terminal, server: readServerConnection(terminal, options), project }
  const { run } = await findScoreRunByNumberOrId(context, number)
  const endedRun: ScoreRun = await cancelScoreRun(context, run).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'conflict') return getScoreRun(context, run)
    throw error
  })
  if (json) printJson(terminal, endedRun)
  printMessage(terminal, describeScoreRun(endedRun))
}
