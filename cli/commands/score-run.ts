import { type Command, Option } from 'commander'
import { describeScoreRun } from '@/cli/describe-scoring'
import { parseWholeNumberOption } from '@/cli/file-options'
import { followScoreRun } from '@/cli/follow-scoring'
import { withInterruptSignal } from '@/cli/interrupt'
import { findScorer, startScoreRun } from '@/cli/score-requests'
import { addServerOption, readServerConnection, type ServerOptions } from '@/cli/server-connection'
import { printLine, printJson, printMessage, type Terminal } from '@/cli/terminal'

/** The values of the contract; a test compares them. */
const scopeChoices = ['all', 'unlabelled'] as const

interface Options extends ServerOptions {
  project: string
  scope: (typeof scopeChoices)[number]
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
  $ stepmark score run Embedded --project competition-maths --scope unlabelled --detach`

export function addScoreRunCommand(parent: Command, terminal: Terminal): void {
  const command = parent
    .command('run')
    .description('score solutions')
    .argument('<SCORER>', 'name of the scorer')
    .requiredOption('--project <slug>', 'project slug, as in its URL')
    .addOption(
      new Option('--scope <solutions>', 'all solutions, or only unlabelled ones')
        .choices(scopeChoices)
        .default('all'),
    )
    .option(
      '--scorer-version <number>',
      'version of the embedded scorer (default: newest)',
      parseWholeNumberOption,
    )
    .option('--detach', 'return at once; the server continues')
    .option('--json', 'print the run as JSON')
    .addHelpText('after', help)
    .action((scorer: string, options: Options) => scoreSolutions(terminal, scorer, options))
  addServerOption(command)
}

async function scoreSolutions(
  terminal: Terminal,
  nameOrId: string,
  options: Options,
): Promise<void> {
  const { project, scope, scorerVersion: version, detach, json } = options
  const server = readServerConnection(terminal, options)
  const run = await withInterruptSignal(async (signal) => {
    const context = { terminal, server, project, signal }
    const { scorer } = await findScorer(context, nameOrId)
    const startedRun = await startScoreRun(context, { project, scorer, scope, version })
    return detach ? startedRun : followScoreRun(context, startedRun)
  })
  if (json) printJson(terminal, run)
  else printLine(terminal, String(run.number))
  const show = `stepmark score show ${run.number} --project ${project}`
  printMessage(
    terminal,
    detach ? `Run ${run.number} started. To see its progress: ${show}` : describeScoreRun(run),
  )
}
