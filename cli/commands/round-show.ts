import type { Command } from 'commander'
import { readWholeNumber } from '@/cli/file-options'
import { findRound, getRound } from '@/cli/round-requests'
import { describeRound } from '@/cli/describe-round'
import { addServerOption, findServer, type ServerOptions } from '@/cli/server'
import { print, printJson, type Shell } from '@/cli/shell'

interface Options extends ServerOptions {
  project: string
  json?: true
}

const help = `
Shows what a round selects, what it does not select and why, and its first 10 items (with --json: 50). Without NUMBER, shows
the newest round, which can be a plan.

Example:
  $ stepmark round show --project competition-maths`

export function addRoundShow(parent: Command, shell: Shell): void {
  const command = parent
    .command('show')
    .description('show one round')
    .argument('[NUMBER]', 'round number', readWholeNumber)
    .requiredOption('--project <slug>', 'project slug, as in its URL')
    .option('--json', 'print the round as JSON')
    .addHelpText('after', help)
    .action((number: number | undefined, options: Options) => show(shell, number, options))
  addServerOption(command)
}

async function show(
  shell: Shell,
  number: number | undefined,
  { project, json, ...options }: Options,
): Promise<void> {
  const context = { shell, server: findServer(shell, options), project }
  const notFoundMessage = number === undefined ? 'No rounds yet.' : `Round ${number} not found.`
  const { round } = await findRound(context, { number, notFoundMessage })
  const details = await getRound(context, round)
  if (json) printJson(shell, details)
  else print(shell, describeRound(details))
}
