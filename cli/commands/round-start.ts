import type { Command } from 'commander'
import { withInterrupt } from '@/cli/interrupt'
import { findRound, waitForRound, startRound } from '@/cli/round-requests'
import { describeRound } from '@/cli/describe-round'
import { addServerOption, findServer, type ServerOptions } from '@/cli/server'
import { print, printJson, type Shell } from '@/cli/shell'

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

export function addRoundStart(parent: Command, shell: Shell): void {
  const command = parent
    .command('start')
    .description('start the planned round')
    .requiredOption('--project <slug>', 'project slug, as in its URL')
    .option('--json', 'print the round as JSON')
    .addHelpText('after', help)
    .action((options: Options) => start(shell, options))
  addServerOption(command)
}

async function start(shell: Shell, { project, json, ...options }: Options): Promise<void> {
  const server = findServer(shell, options)
  const round = await withInterrupt(async (signal) => {
    const context = { shell, server, project, signal }
    const { round: plannedRound } = await findRound(context, {
      state: 'planned',
      notFoundMessage: 'No round is planned. Nothing was changed. Run "stepmark round plan" first.',
    })
    return waitForRound(context, await startRound(context, plannedRound))
  })
  if (json) printJson(shell, round)
  else print(shell, describeRound(round))
}
