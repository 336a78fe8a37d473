import { type Command, Option } from 'commander'
import { parseWholeNumberOption } from '@/cli/file-options'
import {
  addServerOption,
  callServer,
  readServerConnection,
  type ServerOptions,
} from '@/cli/server-connection'
import {
  printLine,
  printJson,
  printMessage,
  sanitiseForTerminal,
  type Terminal,
} from '@/cli/terminal'
import type { RequestInputOf } from '@/lib/platform/contract'
import type { createProjectContract } from '@/lib/projects/contract'
import { flows, projectTemplates } from '@/lib/projects/settings'

type Settings = Pick<
  RequestInputOf<typeof createProjectContract>,
  'slug' | 'template' | 'flow' | 'overlap' | 'leaseMinutes'
>
type Options = ServerOptions & Settings & { json?: true }

const help = `
Creates a project with you as its admin and prints its slug, for --project. The template sets how text is split into steps,
how answers are compared, the questions at the first error, and the first guideline.

Example:
  $ stepmark project create "Competition maths" --overlap 2
  $ stepmark project create "Code review" --template code`

export function addProjectCreateCommand(parent: Command, terminal: Terminal): void {
  const command = parent
    .command('create')
    .description('create a project')
    .argument('<NAME>', 'display name')
    .option(
      '--slug <name>',
      'slug for URLs: lower-case letters, digits and hyphens (default: from NAME)',
    )
    .addOption(
      new Option('--template <name>', 'subject of the problems')
        .choices(projectTemplates)
        .default('mathematics'),
    )
    .addOption(
      new Option(
        '--flow <name>',
        'solution: stop at the first error; step_choice: build a solution from options',
      )
        .choices(flows)
        .default('solution'),
    )
    .option('--overlap <people>', 'annotators per solution (default: 1)', parseWholeNumberOption)
    .option('--lease-minutes <minutes>', 'lease duration (default: 30)', parseWholeNumberOption)
    .option('--json', 'print the project as JSON')
    .addHelpText('after', help)
    .action((name: string, options: Options) => createProject(terminal, name, options))
  addServerOption(command)
}

async function createProject(terminal: Terminal, name: string, options: Options): Promise<void> {
  const { url, json, ...settings } = options
  const project = await callServer(
    readServerConnection(terminal, { url }),
    'post /projects',
    { name, ...settings },
    { lostReplyHint: 'The project may have been created: check with "stepmark project list".' },
  )
  printMessage(
    terminal,
    `Project "${sanitiseForTerminal(project.name)}" created. You are its admin.`,
  )
  if (json) printJson(terminal, project)
  else printLine(terminal, project.slug)
}
