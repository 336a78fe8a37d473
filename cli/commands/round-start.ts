import type { Command } from 'commander'
import { describeRound } from '@/cli/describe-round'
import { withInterruptSignal } from '@/cli/interrupt'
import { findRound, waitForRound, startRound } from '@/cli/round-requests'
import { addServerOption, readServerConnection, type ServerOptions } from '@/cli/server-connection'
import { printLine, printJson, type Terminal } from '@/cli/terminal'

interface Options extends ServerOptions {
  project: string
  json?: true
}

const help = `
Starts the planned round: freezes its scores and replaces the waiting solutions in the queue. The selection is computed
again, to take new labels into account. Started solutions stay until they are finished. Labels are not changed.
Press Ctrl-C to cancel.

Example:
  $ stepmark round start --project competition-maths`

export function addRoundStartCommand(parent: Command, terminal: Terminal): void {
  const command = parent
    .command('start')
    .description('start the planned round')
    .requiredOption('--project <slug>', 'project slug, as in its URL')
    .option('--json', 'print the round as JSON')
    .addHelpText('after', help)
    .action((options: Options) => startPlannedRound(terminal, options))
  addServerOption(command)
}

async function startPlannedRound(
  terminal: Terminal,
  { project, json, ...options }: Options,
): Promise<void> {
  const server = readServerConnection(terminal, options)
  const round = await withInterruptSignal(async (signal) => {
    const context = { terminal, server, project, signal }
    const { round: plannedRound } = await findRound(context, {
      state: 'planned',
      notFoundMessage: 'No round is planned. Nothing was changed. Run "stepmark round plan" first.',
    })
    return waitForRound(context, await startRound(context, plannedRound))
  })
  if (json) printJson(terminal, round)
  else printLine(terminal, describeRound(round))
}
