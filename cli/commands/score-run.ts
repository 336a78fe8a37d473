import { type Command, Option } from 'commander'
import { readWholeNumber } from '@/cli/file-options'
import { followRun } from '@/cli/follow-scoring'
import { withInterrupt } from '@/cli/interrupt'
import { findScorer, startRun } from '@/cli/score-requests'
import { describeRun } from '@/cli/describe-scoring'
import { addServerOption, findServer, type ServerOptions } from '@/cli/server'
import { print, printJson, printMessage, type Shell } from '@/cli/shell'

/** The values of the contract; a test compares them. */
const takeChoices = ['all', 'unlabelled'] as const

interface Options extends ServerOptions {
  project: string
  take: (typeof takeChoices)[number]
  scorerVersion?: number
  detach?: true
  json?: true
}

const help = `
Scores solutions with a model server or the embedded scorer, without repeating what an earlier run of the same model scored.
Scores are stored as they arrive: Ctrl-C cancels the run and keeps them; continue with "stepmark score resume". Prints the run
number.

Example:
  $ stepmark score run Embedded --project competition-maths
  $ stepmark score run Embedded --project competition-maths --take unlabelled --detach`

export function addScoreRun(parent: Command, shell: Shell): void {
  const command = parent
    .command('run')
    .description('score solutions')
    .argument('<SCORER>', 'name of the scorer')
    .requiredOption('--project <slug>', 'project slug, as in its URL')
    .addOption(
      new Option('--take <which>', 'all solutions, or only unlabelled ones')
        .choices(takeChoices)
        .default('all'),
    )
    .option(
      '--scorer-version <number>',
      'version of the embedded scorer (default: newest)',
      readWholeNumber,
    )
    .option('--detach', 'return at once; the server continues')
    .option('--json', 'print the run as JSON')
    .addHelpText('after', help)
    .action((scorer: string, options: Options) => scoreSolutions(shell, scorer, options))
  addServerOption(command)
}

async function scoreSolutions(shell: Shell, nameOrId: string, options: Options): Promise<void> {
  const { project, take: takes, scorerVersion: version, detach, json } = options
  const server = findServer(shell, options)
  const run = await withInterrupt(async (signal) => {
    const context = { shell, server, project, signal }
    const { scorer } = await findScorer(context, nameOrId)
    const startedRun = await startRun(context, { project, scorer, takes, version })
    return detach ? startedRun : followRun(context, startedRun)
  })
  if (json) printJson(shell, run)
  else print(shell, String(run.number))
  const show = `stepmark score show ${run.number} --project ${project}`
  printMessage(
    shell,
    detach ? `Run ${run.number} started. To see its progress: ${show}` : describeRun(run),
  )
}
