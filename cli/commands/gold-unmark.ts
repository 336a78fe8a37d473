import type { Command } from 'commander'
import { findSolutionWithGold } from '@/cli/gold-requests'
import {
  addServerOption,
  callServer,
  readServerConnection,
  type ServerOptions,
} from '@/cli/server-connection'
import { printJson, printMessage, sanitiseForTerminal, type Terminal } from '@/cli/terminal'
import { formatQuantity } from '@/lib/platform/format'

interface Options extends ServerOptions {
  project: string
  json?: true
}

const help = `
Unmarks a gold solution. If gold removed it from the queue, it usually returns to the queue;
the message says whether it did. Answers to it are kept.

Example:
  $ stepmark gold unmark a/0 --project competition-maths`

export function addGoldUnmarkCommand(parent: Command, terminal: Terminal): void {
  const command = parent
    .command('unmark')
    .description('unmark a gold solution')
    .argument('<SOLUTION>', 'id or external id of the solution')
    .requiredOption('--project <slug>', 'project slug, as in its URL')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', help)
    .action((solution: string, options: Options) => unmarkGold(terminal, solution, options))
  addServerOption(command)
}

async function unmarkGold(terminal: Terminal, nameOrId: string, options: Options): Promise<void> {
  const { project, json } = options
  const server = readServerConnection(terminal, options)
  const { solution } = await findSolutionWithGold(server, project, nameOrId)
  const reply = await callServer(server, 'post /projects/{project}/gold/{solution}/unmark', {
    project,
    solution,
  })
  if (json) return printJson(terminal, reply)
  const slotText =
    reply.reopenedSlots > 0
      ? `It is back in the queue and waits for ${formatQuantity(reply.reopenedSlots, 'more annotation')}.`
      : 'A round can select it if it has no annotations.'
  printMessage(terminal, `${sanitiseForTerminal(nameOrId)} is no longer gold. ${slotText}`)
}
