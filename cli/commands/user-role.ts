import { Argument, type Command } from 'commander'
import { addServerOption, callServer, findServer, type ServerOptions } from '@/cli/server'
import { printMessage, sanitizeForTerminal, type Shell } from '@/cli/shell'
import { findMember } from '@/cli/user-requests'
import { type changeRoleContract, memberRoles } from '@/lib/projects/contract'

interface Options extends ServerOptions {
  project: string
}

const help = `
Applies from their next request. The last admin of a project can't get another role.

Example:
  $ stepmark user role mei@example.org reviewer --project competition-maths`

export function addUserRole(parent: Command, shell: Shell): void {
  const command = parent
    .command('role')
    .description('change the role of a member')
    .argument('<EMAIL>', 'email of the member')
    .addArgument(new Argument('<ROLE>', 'new role').choices(memberRoles))
    .requiredOption('--project <slug>', 'project slug, as in its URL')
    .addHelpText('after', help)
    .action((email: string, role: (typeof memberRoles)[number], options: Options) =>
      change(shell, email, role, options),
    )
  addServerOption(command)
}

async function change(
  shell: Shell,
  email: string,
  role: (typeof memberRoles)[number],
  { project, ...options }: Options,
): Promise<void> {
  const server = findServer(shell, options)
  const { user, name } = await findMember(server, project, email)
  await callServer<typeof changeRoleContract>(
    server,
    { method: 'put', path: '/projects/{project}/members/{user}' },
    { project, user, role },
  )
  printMessage(shell, `${sanitizeForTerminal(name)} is now ${role}.`)
}
