import type { Command } from 'commander'
import { addServerOption, callServer, findServer, type ServerOptions } from '@/cli/server'
import { printMessage, sanitizeForTerminal, type Shell } from '@/cli/shell'
import { findMember } from '@/cli/user-requests'
import type { removeMemberContract } from '@/lib/projects/contract'

interface Options extends ServerOptions {
  project: string
}

const help = `
Returns the person's leased solutions to the queue. Annotations and the account are kept.

Example:
  $ stepmark user remove mei@example.org --project competition-maths`

export function addUserRemove(parent: Command, shell: Shell): void {
  const command = parent
    .command('remove')
    .description('remove a member from a project')
    .argument('<EMAIL>', 'email of the member')
    .requiredOption('--project <slug>', 'project slug, as in its URL')
    .addHelpText('after', help)
    .action((email: string, options: Options) => remove(shell, email, options))
  addServerOption(command)
}

async function remove(
  shell: Shell,
  email: string,
  { project, ...options }: Options,
): Promise<void> {
  const server = findServer(shell, options)
  const { user, name } = await findMember(server, project, email)
  await callServer<typeof removeMemberContract>(
    server,
    { method: 'delete', path: '/projects/{project}/members/{user}' },
    { project, user },
  )
  printMessage(shell, `${sanitizeForTerminal(name)} removed from ${project}.`)
}
