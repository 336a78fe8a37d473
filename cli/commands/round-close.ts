import type { Command } from 'commander'
import { formatRoundName } from '@/cli/describe-round'
import { closeRound, findRound } from '@/cli/round-requests'
import { addServerOption, readServerConnection, type ServerOptions } from '@/cli/server-connection'
import { printJson, printMessage, type Terminal } from '@/cli/terminal'

interface Options extends ServerOptions {
  project: string
  json?: true
}

const help = `
Removes waiting solutions from the queue. Started solutions stay until they are finished. Nothing new is queued until
the next round starts. Labels are not changed.

Example:
  $ stepmark round close --project competition-maths`

export function addRoundCloseCommand(parent: Command, terminal: Terminal): void {
  const command = parent
    .command('close')
    .description('close the active round')
    .requiredOption('--project <slug>', 'project slug, as in its URL')
    .option('--json', 'print the round as JSON')
    .addHelpText('after', help)
    .action((options: Options) => closeActiveRound(terminal, options))
  addServerOption(command)
}

async function closeActiveRound(
  terminal: Terminal,
  { project, json, ...options }: Options,
): Promise<void> {
  const context = { terminal, server: readServerConnection(terminal, options), project }
  const notFoundMessage = 'No round is active. Nothing was changed.'
  const { round } = await findRound(context, { state: 'active', notFoundMessage })
  const closedRound = await closeRound(context, round)
  if (json) printJson(terminal, closedRound)
  printMessage(terminal, `${formatRoundName(closedRound)} closed.`)
}
