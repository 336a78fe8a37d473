import type { Command } from 'commander'
import { describeScorerVersion } from '@/cli/describe-scoring'
import { listScorers, type Scorer } from '@/cli/score-requests'
import { addServerOption, readServerConnection, type ServerOptions } from '@/cli/server-connection'
import { formatTable, printLine, printJson, printMessage, type Terminal } from '@/cli/terminal'
import { formatQuantity } from '@/lib/platform/format'
import { formatCappedCount } from '@/lib/scoring/max-counted'

interface Options extends ServerOptions {
  project: string
  json?: true
}

const help = `
Prints one scorer per line: name, kind, and its URL or the training data of its newest version.

Example:
  $ stepmark scorer list --project competition-maths`

export function addScorerListCommand(parent: Command, terminal: Terminal): void {
  const command = parent
    .command('list')
    .description('list the scorers of a project')
    .requiredOption('--project <slug>', 'project slug, as in its URL')
    .option('--json', 'print them as JSON')
    .addHelpText('after', help)
    .action((options: Options) => printScorers(terminal, options))
  addServerOption(command)
}

async function printScorers(
  terminal: Terminal,
  { project, json, ...options }: Options,
): Promise<void> {
  const reply = await listScorers({
    terminal,
    server: readServerConnection(terminal, options),
    project,
  })
  if (json) return printJson(terminal, reply)
  const { scorers, labelled } = reply
  if (scorers.length > 0) printLine(terminal, formatTable(scorers.map(formatRow)))
  printMessage(
    terminal,
    `${formatQuantity(scorers.length, 'scorer')}; ${formatCappedCount(labelled, 'labelled solution')} to train on.`,
  )
}

function formatRow({ name, kind, settings, isKeySet, isRetired, versions }: Scorer): string[] {
  const [newest] = versions
  const description = settings
    ? `${settings.model} by ${settings.connector} at ${settings.url}`
    : newest
      ? describeScorerVersion(newest)
      : kind === 'imported'
        ? 'scores from files'
        : 'not trained'
  const notes = [
    ...(isRetired ? ['retired'] : []),
    ...(isKeySet === false
      ? [`STEPMARK_SCORER_KEY_${settings?.key} is not set for this address`]
      : []),
  ]
  return [name, kind, description, notes.join(', ')]
}
