import { type Command, Option } from 'commander'
import { readWholeNumber } from '@/cli/file-options'
import { UsageError } from '@/cli/refusals'
import { addServerOption, callServer, findServer, type ServerOptions } from '@/cli/server'
import { print, printJson, say, type Shell, showText } from '@/cli/shell'
import { formatInstant } from '@/lib/platform/format'
import { roles } from '@/lib/projects/contract'
import type {
  createAccountInviteContract,
  createInviteContract,
} from '@/lib/projects/invite-contract'

interface Options extends ServerOptions {
  project?: string
  role?: (typeof roles)[number]
  days?: number
  json?: true
}

const help = `
Prints a link by which one person joins, once; it is shown this once. With EMAIL it is for that address alone, and is mailed
to it where the server sends mail. Without --project it makes an account that is in no project yet (instance admins).

Example:
  $ stepmark user invite --project competition-maths --role annotator
  $ stepmark user invite mei@example.org --days 1`

export function addUserInvite(parent: Command, shell: Shell): void {
  const command = parent
    .command('invite')
    .description('make a link by which somebody joins')
    .argument('[EMAIL]', 'for this address alone')
    .option('--project <name>', 'the project, by its name in addresses')
    .addOption(new Option('--role <name>', 'in the project (default: annotator)').choices(roles))
    .option('--days <days>', 'how long it lasts (default: 7)', readWholeNumber)
    .option('--json', 'the invite as JSON')
    .addHelpText('after', help)
    .action((email: string | undefined, options: Options) => invite(shell, email, options))
  addServerOption(command)
}

const ifLost = 'The invite may have been made, but its link is lost: take it back on the page.'

async function invite(shell: Shell, email: string | undefined, options: Options): Promise<void> {
  const { project, role, days, json } = options
  if (project === undefined && role !== undefined)
    throw new UsageError('A role is one in a project: say which, --project. Nothing was done.')
  const server = findServer(options)
  const asked = { email: email ?? null, ...(days === undefined ? {} : { days }) }
  const made =
    project === undefined
      ? await callServer<typeof createAccountInviteContract>(
          server,
          { method: 'post', path: '/invites' },
          asked,
          { ifLost },
        )
      : await callServer<typeof createInviteContract>(
          server,
          { method: 'post', path: '/projects/{project}/invites' },
          { project, role: role ?? 'annotator', ...asked },
          { ifLost },
        )
  if (json) return printJson(shell, made)
  const mailed = made.isMailed ? ' It is mailed, too.' : ''
  const whom = email === undefined ? 'Whoever has the link' : showText(email)
  say(shell, `${whom} can join by it until ${formatInstant(made.expiresAt)} UTC.${mailed}`)
  print(shell, made.link)
}
