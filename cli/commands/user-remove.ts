import type { Command } from 'commander'
import {
  addServerOption,
  callServer,
  readServerConnection,
  type ServerOptions,
} from '@/cli/server-connection'
import { printMessage, sanitiseForTerminal, type Terminal } from '@/cli/terminal'
import { findMember } from '@/cli/user-requests'

interface Options extends ServerOptions {
  project: string
}

const help = `
Returns the person's leased solutions to the queue. Annotations and the account are kept.

Example:
  $ stepmark user remove mei@example.org --project competition-maths`

export function addUserRemoveCommand(parent: Command, terminal: Terminal): void {
  const command = parent
    .command('remove')
    .description('remove a member from a project')
    .argument('<EMAIL>', 'email of the member')
    .requiredOption('--project <slug>', 'project slug, as in its URL')
    .addHelpText('after', help)
    .action((email: string, options: Options) => removeUser(terminal, email, options))
  addServerOption(command)
}

async function removeUser(
  terminal: Terminal,
  email: string,
  { project, ...options }: Options,
): Promise<void> {
  const server = readServerConnection(terminal, options)
  const { user, name } = await findMember(server, project, email)
  await callServer(server, 'delete /projects/{project}/members/{user}', { project, user })
  printMessage(terminal, `${sanitiseForTerminal(name)} removed from ${project}.`)
}
