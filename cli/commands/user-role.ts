import { Argument, type Command } from 'commander'
import {
  addServerOption,
  callServer,
  readServerConnection,
  type ServerOptions,
} from '@/cli/server-connection'
import { printMessage, sanitiseForTerminal, type Terminal } from '@/cli/terminal'
import { findMember } from '@/cli/user-requests'
import { memberRoles } from '@/lib/projects/contract'
import { formatRoleWithArticle } from '@/lib/projects/format-role'

interface Options extends ServerOptions {
  project: string
}

const help = `
Applies from their next request. A token can't make anyone an admin: use the People page. The last admin of a project
can't get another role.

Example:
  $ stepmark user role mei@example.org reviewer --project competition-maths`

export function addUserRoleCommand(parent: Command, terminal: Terminal): void {
  const command = parent
    .command('role')
    .description('change the role of a member')
    .argument('<EMAIL>', 'email of the member')
    .addArgument(new Argument('<ROLE>', 'new role').choices(memberRoles))
    .requiredOption('--project <slug>', 'project slug, as in its URL')
    .addHelpText('after', help)
    .action((email: string, role: (typeof memberRoles)[number], options: Options) =>
      changeUserRole(terminal, email, role, options),
    )
  addServerOption(command)
}

async function changeUserRole(
  terminal: Terminal,
  email: string,
  role: (typeof memberRoles)[number],
  { project, ...options }: Options,
): Promise<void> {
  const server = readServerConnection(terminal, options)
  const { user, name } = await findMember(server, project, email)
  await callServer(server, 'put /projects/{project}/members/{user}', { project, user, role })
  printMessage(terminal, `${sanitiseForTerminal(name)} is now ${formatRoleWithArticle(role)}.`)
}
