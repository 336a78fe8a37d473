import { type Command, Option } from 'commander'
import { UsageError } from '@/cli/errors'
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
import { formatInstant } from '@/lib/platform/format'
import { memberRoles } from '@/lib/projects/contract'

interface Options extends ServerOptions {
  project?: string
  role?: (typeof memberRoles)[number]
  days?: number
  json?: true
}

const help = `
Prints a link that one person can use once. It isn't shown again. With EMAIL it works only for that address, and
is emailed if the server sends mail. Without --project it creates an account without a project (instance admins).
If the connection drops before the link is printed, revoke the invite on the People page (without --project: on
All accounts) and create another.

Example:
  $ stepmark user invite --project competition-maths --role annotator
  $ stepmark user invite mei@example.org --days 1`

export function addUserInviteCommand(parent: Command, terminal: Terminal): void {
  const command = parent
    .command('invite')
    .description('invite a person by link')
    .argument('[EMAIL]', 'only this address can join')
    .option('--project <slug>', 'project slug, as in its URL')
    .addOption(
      new Option('--role <name>', 'role in the project (default: annotator)').choices(memberRoles),
    )
    .option('--days <days>', 'days until it expires (default: 7)', parseWholeNumberOption)
    .option('--json', 'print the invite as JSON')
    .addHelpText('after', help)
    .action((email: string | undefined, options: Options) => inviteUser(terminal, email, options))
  addServerOption(command)
}

const lostReplyHint =
  'The invite may have been created, but its link is lost. Revoke it on the People page, or on All accounts if it has no project.'

async function inviteUser(
  terminal: Terminal,
  email: string | undefined,
  options: Options,
): Promise<void> {
  const { project, role, days, json } = options
  if (project === undefined && role !== undefined)
    throw new UsageError('A role needs a project. Pass --project. Nothing was created.')
  const server = readServerConnection(terminal, options)
  const invitee = { email: email ?? null, ...(days === undefined ? {} : { days }) }
  const newInvite =
    project === undefined
      ? await callServer(server, 'post /invites', invitee, { lostReplyHint, repeat: 'unsafe' })
      : await callServer(
          server,
          'post /projects/{project}/invites',
          { project, role: role ?? 'annotator', ...invitee },
          { lostReplyHint, repeat: 'unsafe' },
        )
  if (newInvite.hasOtherInvite)
    printMessage(
      terminal,
      `An earlier invite for this address is still pending. Revoke it ${project === undefined ? 'on All accounts' : 'on the People page'} if you don’t need it.`,
    )
  if (json) return printJson(terminal, newInvite)
  const mailedText = newInvite.isMailed ? ' A link is also being emailed.' : ''
  const recipient = email === undefined ? 'Anyone with the link' : sanitiseForTerminal(email)
  printMessage(
    terminal,
    `${recipient} can join until ${formatInstant(newInvite.expiresAt)} UTC.${mailedText}`,
  )
  printLine(terminal, newInvite.link)
}
