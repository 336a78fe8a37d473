import { type Command, Option } from 'commander'
import { readWholeNumber } from '@/cli/file-options'
import { addServerOption, callServer, findServer, type ServerOptions } from '@/cli/server'
import { print, printJson, say, type Shell, showText } from '@/cli/shell'
import type { SentInputOf } from '@/lib/platform/contract'
import type { createProjectContract } from '@/lib/projects/contract'
import { flows, projectTemplates } from '@/lib/projects/settings'

type Settings = Pick<
  SentInputOf<typeof createProjectContract>,
  'slug' | 'template' | 'flow' | 'overlap' | 'leaseMinutes'
>
type Options = ServerOptions & Settings & { json?: true }

const help = `
Prints the name that the project has in addresses, for --project. You become its admin. The template sets how texts are
cut into steps, how answers are compared, what is asked at the first error, and the first version of the guideline.

Example:
  $ stepmark project create "Competition maths" --overlap 2
  $ stepmark project create "Code review" --template code`

export function addProjectCreate(parent: Command, shell: Shell): void {
  const command = parent
    .command('create')
    .description('make a project')
    .argument('<NAME>', 'for people')
    .option('--slug <name>', 'for addresses: small letters, digits, hyphens (default: from NAME)')
    .addOption(
      new Option('--template <name>', 'what the problems are about')
        .choices(projectTemplates)
        .default('mathematics'),
    )
    .addOption(
      new Option('--flow <name>', 'read solutions to their first error, or build them from options')
        .choices(flows)
        .default('solution'),
    )
    .option('--overlap <people>', 'how many label each solution (default: 1)', readWholeNumber)
    .option('--lease-minutes <minutes>', 'how long a hold lasts (default: 30)', readWholeNumber)
    .option('--json', 'the project as JSON')
    .addHelpText('after', help)
    .action((name: string, options: Options) => createProject(shell, name, options))
  addServerOption(command)
}

async function createProject(shell: Shell, name: string, options: Options): Promise<void> {
  const { url, json, ...settings } = options
  const project = await callServer<typeof createProjectContract>(
    findServer({ url }),
    { method: 'post', path: '/projects' },
    { name, ...settings },
    { ifLost: 'The project may have been made: "stepmark project list" shows it.' },
  )
  say(shell, `The project "${showText(project.name)}" is there. You are its admin.`)
  if (json) printJson(shell, project)
  else print(shell, project.slug)
}
