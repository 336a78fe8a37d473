import type { Command } from 'commander'
import { findHeldOutLists } from '@/cli/held-out-lists'
import { addServerOption, callServer, findServer, type ServerOptions } from '@/cli/server'
import { say, type Shell, showText } from '@/cli/shell'
import type { removeHeldOutListContract } from '@/lib/exports/contract'

interface Options extends ServerOptions {
  project: string
}

const help = `
Releases that were made with it stay as they are.

Example:
  $ stepmark release held-out remove "Our test set" --project competition-maths`

export function addHeldOutRemove(parent: Command, shell: Shell): void {
  const command = parent
    .command('remove')
    .description('hold its problems out no longer')
    .argument('<LIST>', 'its name')
    .requiredOption('--project <name>', 'the project, by its name in addresses')
    .addHelpText('after', help)
    .action((list: string, options: Options) => removeList(shell, list, options))
  addServerOption(command)
}

async function removeList(shell: Shell, meant: string, options: Options): Promise<void> {
  const { project } = options
  const server = findServer(options)
  for (const { list, name } of await findHeldOutLists(server, project, [meant])) {
    await callServer<typeof removeHeldOutListContract>(
      server,
      { method: 'delete', path: '/projects/{project}/held-out-lists/{list}' },
      { project, list },
    )
    say(shell, `The list "${showText(name)}" is removed.`)
  }
}
