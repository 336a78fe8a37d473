import { type Command, Option } from 'commander'
import { readWholeNumber } from '@/cli/file-options'
import { followRun } from '@/cli/follow-scoring'
import { withInterrupt } from '@/cli/interrupt'
import { findScorer, startRun } from '@/cli/score-calls'
import { describeRun } from '@/cli/score-words'
import { addServerOption, findServer, type ServerOptions } from '@/cli/server'
import { print, printJson, say, type Shell } from '@/cli/shell'

/** As the contract has them; a test holds the two together. */
const takeChoices = ['all', 'unlabelled'] as const

interface Options extends ServerOptions {
  project: string
  take: (typeof takeChoices)[number]
  scorerVersion?: number
  detach?: true
  json?: true
}

const help = `
A model server is asked, or the embedded scorer computes; what an earlier run has asked of the same model is not asked
again. What is scored is stored as it goes: Ctrl-C cancels the run and keeps it, and "stepmark score resume" goes on.
Prints the number of the run.

Example:
  $ stepmark score run Embedded --project competition-maths
  $ stepmark score run Embedded --project competition-maths --take unlabelled --detach`

export function addScoreRun(parent: Command, shell: Shell): void {
  const command = parent
    .command('run')
    .description('score solutions')
    .argument('<SCORER>', 'its name')
    .requiredOption('--project <name>', 'the project, by its name in addresses')
    .addOption(
      new Option('--take <which>', 'all solutions, or those that nobody has labelled')
        .choices(takeChoices)
        .default('all'),
    )
    .option(
      '--scorer-version <number>',
      'of the embedded scorer (default: the newest)',
      readWholeNumber,
    )
    .option('--detach', 'end at once; the server goes on')
    .option('--json', 'the run as JSON')
    .addHelpText('after', help)
    .action((scorer: string, options: Options) => scoreSolutions(shell, scorer, options))
  addServerOption(command)
}

async function scoreSolutions(shell: Shell, meant: string, options: Options): Promise<void> {
  const { project, take: takes, scorerVersion: version, detach, json } = options
  const server = findServer(options)
  const run = await withInterrupt(async (signal) => {
    const calls = { shell, server, project, signal }
    const { scorer } = await findScorer(calls, meant)
    const begun = await startRun(calls, { project, scorer, takes, version })
    return detach ? begun : followRun(calls, begun)
  })
  if (json) printJson(shell, run)
  else print(shell, String(run.number))
  const show = `"stepmark score show ${run.number} --project ${project}"`
  say(shell, detach ? `Run ${run.number} has begun: ${show} says how far it is.` : describeRun(run))
}
