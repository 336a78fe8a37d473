import { Argument, type Command } from 'commander'
import { addServerOption, callServer, findServer, type ServerOptions } from '@/cli/server'
import { say, type Shell, showText } from '@/cli/shell'
import { findMember } from '@/cli/user-calls'
import { type changeRoleContract, roles } from '@/lib/projects/contract'

interface Options extends ServerOptions {
  project: string
}

const help = `
It counts from their next call on. The last admin of a project stays one.

Example:
  $ stepmark user role mei@example.org reviewer --project competition-maths`

export function addUserRole(parent: Command, shell: Shell): void {
  const command = parent
    .command('role')
    .description('give a member another role')
    .argument('<EMAIL>', 'whose')
    .addArgument(new Argument('<ROLE>', 'what they are from now on').choices(roles))
    .requiredOption('--project <name>', 'the project, by its name in addresses')
    .addHelpText('after', help)
    .action((email: string, role: (typeof roles)[number], options: Options) =>
      change(shell, email, role, options),
    )
  addServerOption(command)
}

async function change(
  shell: Shell,
  email: string,
  role: (typeof roles)[number],
  { project, ...options }: Options,
): Promise<void> {
  const server = findServer(options)
  const { user, name } = await findMember(server, project, email)
  await callServer<typeof changeRoleContract>(
    server,
    { method: 'put', path: '/projects/{project}/members/{user}' },
    { project, user, role },
  )
  say(shell, `${showText(name)} is ${role} from now on.`)
}
