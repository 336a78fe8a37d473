import type { Command } from 'commander'
import { followRun } from '@/cli/follow-scoring'
import { withInterrupt } from '@/cli/interrupt'
import { UsageError } from '@/cli/refusals'
import { findRun, resumeRun } from '@/cli/score-calls'
import { describeRun } from '@/cli/score-words'
import { addServerOption, findServer, type ServerOptions } from '@/cli/server'
import { print, printJson, say, type Shell } from '@/cli/shell'

interface Options extends ServerOptions {
  project: string
  detach?: true
  json?: true
}

const help = `
What is scored stays; what failed is asked again, and so are solutions that came since. Prints the number of the run.

Example:
  $ stepmark score resume 1 --project competition-maths`

export function addScoreResume(parent: Command, shell: Shell): void {
  const command = parent
    .command('resume')
    .description('go on where a run ended')
    .argument('<NUMBER>', 'of the run')
    .requiredOption('--project <name>', 'the project, by its name in addresses')
    .option('--detach', 'end at once; the server goes on')
    .option('--json', 'the run as JSON')
    .addHelpText('after', help)
    .action((number: string, options: Options) => goOn(shell, number, options))
  addServerOption(command)
}

async function goOn(shell: Shell, number: string, options: Options): Promise<void> {
  const { project, detach, json } = options
  const server = findServer(options)
  const run = await withInterrupt(async (signal) => {
    const calls = { shell, server, project, signal }
    const found = await findRun(calls, number)
    if (found.kind === 'imported')
      throw new UsageError(
        `Run ${found.number} has its scores from a file: "stepmark score import FILE --resume ${found.number} --project ${project}" goes on. Nothing was done.`,
      )
    const begun = await resumeRun(calls, found.run)
    return detach ? begun : followRun(calls, begun)
  })
  if (json) printJson(shell, run)
  else print(shell, String(run.number))
  say(shell, describeRun(run))
}
