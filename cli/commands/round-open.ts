import type { Command } from 'commander'
import { withInterrupt } from '@/cli/interrupt'
import { findRound, followRound, openRound } from '@/cli/round-calls'
import { describeRound } from '@/cli/round-words'
import { addServerOption, findServer, type ServerOptions } from '@/cli/server'
import { print, printJson, type Shell } from '@/cli/shell'

interface Options extends ServerOptions {
  project: string
  json?: true
}

const help = `
Opens the round that was planned: freezes its scores and puts its solutions into the queue, in place of the round before.
It is worked out anew, for labels may have come since. What somebody has begun stays until it is done; labels are not
touched. Ctrl-C cancels it.

Example:
  $ stepmark round open --project competition-maths`

export function addRoundOpen(parent: Command, shell: Shell): void {
  const command = parent
    .command('open')
    .description('put the planned round into the queue')
    .requiredOption('--project <name>', 'the project, by its name in addresses')
    .option('--json', 'everything about it, as JSON')
    .addHelpText('after', help)
    .action((options: Options) => open(shell, options))
  addServerOption(command)
}

async function open(shell: Shell, { project, json, ...options }: Options): Promise<void> {
  const server = findServer(options)
  const round = await withInterrupt(async (signal) => {
    const calls = { shell, server, project, signal }
    const { round: planned } = await findRound(calls, {
      state: 'planned',
      missing: 'No round is planned. Nothing was changed; "stepmark round plan" plans one.',
    })
    return followRound(calls, await openRound(calls, planned))
  })
  if (json) printJson(shell, round)
  else print(shell, describeRound(round))
}
