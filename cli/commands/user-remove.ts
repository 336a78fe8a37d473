import type { Command } from 'commander'
import { addServerOption, callServer, findServer, type ServerOptions } from '@/cli/server'
import { say, type Shell, showText } from '@/cli/shell'
import { findMember } from '@/cli/user-calls'
import type { removeMemberContract } from '@/lib/projects/contract'

interface Options extends ServerOptions {
  project: string
}

const help = `
What they hold goes back into the queue. What they labelled stays, and so does their account.

Example:
  $ stepmark user remove mei@example.org --project competition-maths`

export function addUserRemove(parent: Command, shell: Shell): void {
  const command = parent
    .command('remove')
    .description('take somebody out of a project')
    .argument('<EMAIL>', 'whom')
    .requiredOption('--project <name>', 'the project, by its name in addresses')
    .addHelpText('after', help)
    .action((email: string, options: Options) => remove(shell, email, options))
  addServerOption(command)
}

async function remove(
  shell: Shell,
  email: string,
  { project, ...options }: Options,
): Promise<void> {
  const server = findServer(options)
  const { user, name } = await findMember(server, project, email)
  await callServer<typeof removeMemberContract>(
    server,
    { method: 'delete', path: '/projects/{project}/members/{user}' },
    { project, user },
  )
  say(shell, `${showText(name)} is not in ${project} any more.`)
}
