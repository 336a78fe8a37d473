import type { Command } from 'commander'
import { followRun } from '@/cli/follow-scoring'
import { withInterrupt } from '@/cli/interrupt'
import { UsageError } from '@/cli/errors'
import { findRun, resumeRun } from '@/cli/score-requests'
import { describeRun } from '@/cli/describe-scoring'
import { addServerOption, findServer, type ServerOptions } from '@/cli/server'
import { print, printJson, printMessage, type Shell } from '@/cli/shell'

interface Options extends ServerOptions {
  project: string
  detach?: true
  json?: true
}

const help = `
Keeps existing scores, retries failures, and scores solutions added since. Prints the run number.

Example:
  $ stepmark score resume 1 --project competition-maths`

export function addScoreResume(parent: Command, shell: Shell): void {
  const command = parent
    .command('resume')
    .description('resume a score run')
    .argument('<NUMBER>', 'run number')
    .requiredOption('--project <slug>', 'project slug, as in its URL')
    .option('--detach', 'return at once; the server continues')
    .option('--json', 'print the run as JSON')
    .addHelpText('after', help)
    .action((number: string, options: Options) => resumeScoring(shell, number, options))
  addServerOption(command)
}

async function resumeScoring(shell: Shell, number: string, options: Options): Promise<void> {
  const { project, detach, json } = options
  const server = findServer(shell, options)
  const run = await withInterrupt(async (signal) => {
    const context = { shell, server, project, signal }
    const existing = await findRun(context, number)
    if (existing.kind === 'imported')
      throw new UsageError(
        `Run ${existing.number} has its scores from a file. To continue: stepmark score import FILE --resume ${existing.number} --project ${project}. Nothing was changed.`,
      )
    const startedRun = await resumeRun(context, existing.run)
    return detach ? startedRun : followRun(context, startedRun)
  })
  if (json) printJson(shell, run)
  else print(shell, String(run.number))
  printMessage(shell, describeRun(run))
}
