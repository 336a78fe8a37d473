import type { Command } from 'commander'
import { closeRound, findRound } from '@/cli/round-requests'
import { formatRoundName } from '@/cli/describe-round'
import { addServerOption, findServer, type ServerOptions } from '@/cli/server'
import { printJson, printMessage, type Shell } from '@/cli/shell'

interface Options extends ServerOptions {
  project: string
  json?: true
}

const help = `
Removes waiting solutions from the queue. Started solutions stay until they are finished. Nothing new is queued until
the next round starts. Labels are not changed.

Example:
  $ stepmark round close --project competition-maths`

export function addRoundClose(parent: Command, shell: Shell): void {
  const command = parent
    .command('close')
    .description('close the active round')
    .requiredOption('--project <slug>', 'project slug, as in its URL')
    .option('--json', 'print the round as JSON')
    .addHelpText('after', help)
    .action((options: Options) => close(shell, options))
  addServerOption(command)
}

async function close(shell: Shell, { project, json, ...options }: Options): Promise<void> {
  const context = { shell, server: findServer(shell, options), project }
  const notFoundMessage = 'No round is active. Nothing was changed.'
  const { round } = await findRound(context, { state: 'active', notFoundMessage })
  const closedRound = await closeRound(context, round)
  if (json) printJson(shell, closedRound)
  printMessage(shell, `${formatRoundName(closedRound)} closed.`)
}
