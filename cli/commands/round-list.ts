import type { Command } from 'commander'
import { listRounds } from '@/cli/round-requests'
import { addServerOption, readServerConnection, type ServerOptions } from '@/cli/server-connection'
import { formatTable, printLine, printJson, printMessage, type Terminal } from '@/cli/terminal'
import { formatInstant, formatQuantity } from '@/lib/platform/format'

interface Options extends ServerOptions {
  project: string
  json?: true
}

const help = `
Prints one round per line, newest first: number (- for a plan), state, queued solutions, slices, planning time, and who
planned or started it.

Example:
  $ stepmark round list --project competition-maths`

export function addRoundListCommand(parent: Command, terminal: Terminal): void {
  const command = parent
    .command('list')
    .description('list the rounds of a project')
    .requiredOption('--project <slug>', 'project slug, as in its URL')
    .option('--json', 'print the rounds as JSON, without their first items')
    .addHelpText('after', help)
    .action((options: Options) => printRounds(terminal, options))
  addServerOption(command)
}

async function printRounds(
  terminal: Terminal,
  { project, json, ...options }: Options,
): Promise<void> {
  const rounds = await listRounds({
    terminal,
    server: readServerConnection(terminal, options),
    project,
  })
  if (json) return printJson(terminal, { rounds })
  if (rounds.length === 0)
    return printMessage(terminal, 'No rounds yet. Plan one with "stepmark round plan".')
  const rows = rounds.map(({ number, state, outcome, createdAt, by }) => [
    ...[number === null ? '-' : String(number), state],
    outcome === null ? '-' : formatQuantity(outcome.queued, 'solution'),
    outcome?.slices.flatMap(({ slice, queued }) => (queued > 0 ? [slice] : [])).join(', ') ?? '-',
    ...[`${formatInstant(createdAt)} UTC`, by],
  ])
  printLine(terminal, formatTable(rows))
}
