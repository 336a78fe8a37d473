import type { Command } from 'commander'
import { closeRound, findRound } from '@/cli/round-calls'
import { nameRound } from '@/cli/round-words'
import { addServerOption, findServer, type ServerOptions } from '@/cli/server'
import { printJson, say, type Shell } from '@/cli/shell'

interface Options extends ServerOptions {
  project: string
  json?: true
}

const help = `
Takes what nobody has begun out of the queue. What is begun stays until it is done, and nothing else comes until another
round opens.

Example:
  $ stepmark round close --project competition-maths`

export function addRoundClose(parent: Command, shell: Shell): void {
  const command = parent
    .command('close')
    .description('end the round that is open')
    .requiredOption('--project <name>', 'the project, by its name in addresses')
    .option('--json', 'everything about it, as JSON')
    .addHelpText('after', help)
    .action((options: Options) => close(shell, options))
  addServerOption(command)
}

async function close(shell: Shell, { project, json, ...options }: Options): Promise<void> {
  const calls = { shell, server: findServer(options), project }
  const missing = 'No round is open. Nothing was changed.'
  const { round } = await findRound(calls, { state: 'open', missing })
  const closed = await closeRound(calls, round)
  if (json) printJson(shell, closed)
  say(shell, `${nameRound(closed)} is closed.`)
}
