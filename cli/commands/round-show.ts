import type { Command } from 'commander'
import { readWholeNumber } from '@/cli/file-options'
import { findRound, getRound } from '@/cli/round-calls'
import { describeRound } from '@/cli/round-words'
import { addServerOption, findServer, type ServerOptions } from '@/cli/server'
import { print, printJson, type Shell } from '@/cli/shell'

interface Options extends ServerOptions {
  project: string
  json?: true
}

const help = `
What a round selects and leaves out and why, and its first ten; with --json its first fifty. Without a number the newest,
which may be a plan.

Example:
  $ stepmark round show --project competition-maths`

export function addRoundShow(parent: Command, shell: Shell): void {
  const command = parent
    .command('show')
    .description('one round, and why')
    .argument('[NUMBER]', 'of the round', readWholeNumber)
    .requiredOption('--project <name>', 'the project, by its name in addresses')
    .option('--json', 'everything about it, as JSON')
    .addHelpText('after', help)
    .action((number: number | undefined, options: Options) => show(shell, number, options))
  addServerOption(command)
}

async function show(
  shell: Shell,
  number: number | undefined,
  { project, json, ...options }: Options,
): Promise<void> {
  const calls = { shell, server: findServer(options), project }
  const missing = number === undefined ? 'There is no round yet.' : `There is no round ${number}.`
  const { round } = await findRound(calls, { number, missing })
  const found = await getRound(calls, round)
  if (json) printJson(shell, found)
  else print(shell, describeRound(found))
}
