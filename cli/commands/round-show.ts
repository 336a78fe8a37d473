import type { Command } from 'commander'
import { describeRound } from '@/cli/describe-round'
import { parseWholeNumberOption } from '@/cli/file-options'
import { findRound, getRound } from '@/cli/round-requests'
import { addServerOption, readServerConnection, type ServerOptions } from '@/cli/server-connection'
import { printLine, printJson, type Terminal } from '@/cli/terminal'

interface Options extends ServerOptions {
  project: string
  json?: true
}

const help = `
Shows what a round selects, what it does not select and why, and its first 10 items (with --json: 50). Without NUMBER, shows
the newest round, which can be a plan.

Example:
  $ stepmark round show --project competition-maths`

export function addRoundShowCommand(parent: Command, terminal: Terminal): void {
  const command = parent
    .command('show')
    .description('show one round')
    .argument('[NUMBER]', 'round number', parseWholeNumberOption)
    .requiredOption('--project <slug>', 'project slug, as in its URL')
    .option('--json', 'print the round as JSON')
    .addHelpText('after', help)
    .action((number: number | undefined, options: Options) => showRound(terminal, number, options))
  addServerOption(command)
}

async function showRound(
  terminal: Terminal,
  number: number | undefined,
  { project, json, ...options }: Options,
): Promise<void> {
  const context = { terminal, server: readServerConnection(terminal, options), project }
  const notFoundMessage = number === undefined ? 'No rounds yet.' : `Round ${number} not found.`
  const { round } = await findRound(context, { number, notFoundMessage })
  const details = await getRound(context, round)
  if (json) printJson(terminal, details)
  else printLine(terminal, describeRound(details))
}
