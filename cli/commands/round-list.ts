import type { Command } from 'commander'
import { listRounds } from '@/cli/round-calls'
import { addServerOption, findServer, type ServerOptions } from '@/cli/server'
import { formatTable, print, printJson, say, type Shell } from '@/cli/shell'
import { formatInstant, formatNoun } from '@/lib/platform/format'

interface Options extends ServerOptions {
  project: string
  json?: true
}

const help = `
One round a line, newest first: its number (a plan has none), its state, what it queues, of which slices, when it was
planned, and who asked for it last: planned it, or opened it.

Example:
  $ stepmark round list --project competition-maths`

export function addRoundList(parent: Command, shell: Shell): void {
  const command = parent
    .command('list')
    .description('the rounds of a project')
    .requiredOption('--project <name>', 'the project, by its name in addresses')
    .option('--json', 'everything about them but their heads, as JSON')
    .addHelpText('after', help)
    .action((options: Options) => list(shell, options))
  addServerOption(command)
}

async function list(shell: Shell, { project, json, ...options }: Options): Promise<void> {
  const rounds = await listRounds({ shell, server: findServer(options), project })
  if (json) return printJson(shell, { rounds })
  if (rounds.length === 0) return say(shell, 'There is no round yet.')
  const rows = rounds.map(({ number, state, outcome, createdAt, by }) => [
    ...[number === null ? '-' : String(number), state],
    outcome === null ? '-' : formatNoun(outcome.queued, 'solution'),
    outcome?.slices.flatMap(({ slice, queued }) => (queued > 0 ? [slice] : [])).join(', ') ?? '-',
    ...[`${formatInstant(createdAt)} UTC`, by],
  ])
  print(shell, formatTable(rows))
}
