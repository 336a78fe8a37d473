import type { Command } from 'commander'
import { describeScoreRun } from '@/cli/describe-scoring'
import { UsageError } from '@/cli/errors'
import { followScoreRun } from '@/cli/follow-scoring'
import { withInterruptSignal } from '@/cli/interrupt'
import { findScoreRunByNumberOrId, resumeScoreRun } from '@/cli/score-requests'
import { addServerOption, readServerConnection, type ServerOptions } from '@/cli/server-connection'
import { printLine, printJson, printMessage, type Terminal } from '@/cli/terminal'

interface Options extends ServerOptions {
  project: string
  detach?: true
  json?: true
}

const help = `
Keeps existing scores, retries failures, and scores solutions added since. Prints the run number.

Example:
  $ stepmark score resume 1 --project competition-maths`

export function addScoreResumeCommand(parent: Command, terminal: Terminal): void {
  const command = parent
    .command('resume')
    .description('resume a score run')
    .argument('<NUMBER>', 'run number')
    .requiredOption('--project <slug>', 'project slug, as in its URL')
    .option('--detach', 'return at once; the server continues')
    .option('--json', 'print the run as JSON')
    .addHelpText('after', help)
    .action((number: string, options: Options) => resumeScoring(terminal, number, options))
  addServerOption(command)
}

async function resumeScoring(terminal: Terminal, number: string, options: Options): Promise<void> {
  const { project, detach, json } = options
  const server = readServerConnection(terminal, options)
  const run = await withInterruptSignal(async (signal) => {
    const context = { terminal, server, project, signal }
    const existingRun = await findScoreRunByNumberOrId(context, number)
    if (existingRun.kind === 'imported')
      throw new UsageError(
        `Run ${existingRun.number} has its scores from a file. To continue: stepmark score import FILE --resume ${existingRun.number} --project ${project}. Nothing was changed.`,
      )
    const startedRun = await resumeScoreRun(context, existingRun.run)
    return detach ? startedRun : followScoreRun(context, startedRun)
  })
  if (json) printJson(terminal, run)
  else printLine(terminal, String(run.number))
  printMessage(terminal, describeScoreRun(run))
}
