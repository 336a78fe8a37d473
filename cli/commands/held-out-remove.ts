import type { Command } from 'commander'
import { findHeldOutLists } from '@/cli/held-out-lists'
import {
  addServerOption,
  callServer,
  readServerConnection,
  type ServerOptions,
} from '@/cli/server-connection'
import { printMessage, sanitiseForTerminal, type Terminal } from '@/cli/terminal'

interface Options extends ServerOptions {
  project: string
}

const help = `
Existing releases that used the list do not change.

Example:
  $ stepmark release held-out remove "Our test set" --project competition-maths`

export function addHeldOutRemoveCommand(parent: Command, terminal: Terminal): void {
  const command = parent
    .command('remove')
    .description('remove a held-out list')
    .argument('<LIST>', 'name of the list')
    .requiredOption('--project <slug>', 'project slug, as in its URL')
    .addHelpText('after', help)
    .action((list: string, options: Options) => removeList(terminal, list, options))
  addServerOption(command)
}

async function removeList(terminal: Terminal, nameOrId: string, options: Options): Promise<void> {
  const { project } = options
  const server = readServerConnection(terminal, options)
  for (const { list, name } of await findHeldOutLists(server, project, [nameOrId])) {
    await callServer(server, 'delete /projects/{project}/held-out-lists/{list}', { project, list })
    printMessage(terminal, `List "${sanitiseForTerminal(name)}" removed.`)
  }
}
