import type { Command } from 'commander'
import { listScorers, type Scorer } from '@/cli/score-requests'
import { describeVersion } from '@/cli/describe-scoring'
import { addServerOption, findServer, type ServerOptions } from '@/cli/server'
import { formatTable, print, printJson, printMessage, type Shell } from '@/cli/shell'
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

export function addScorerList(parent: Command, shell: Shell): void {
  const command = parent
    .command('list')
    .description('list the scorers of a project')
    .requiredOption('--project <slug>', 'project slug, as in its URL')
    .option('--json', 'print them as JSON')
    .addHelpText('after', help)
    .action((options: Options) => printScorers(shell, options))
  addServerOption(command)
}

async function printScorers(shell: Shell, { project, json, ...options }: Options): Promise<void> {
  const listed = await listScorers({ shell, server: findServer(shell, options), project })
  if (json) return printJson(shell, listed)
  const { scorers, labelled } = listed
  if (scorers.length > 0) print(shell, formatTable(scorers.map(writeRow)))
  printMessage(
    shell,
    `${formatQuantity(scorers.length, 'scorer')}; ${formatCappedCount(labelled, 'labelled solution')} to train on.`,
  )
}

function writeRow({ name, kind, settings, isKeySet, isRetired, versions }: Scorer): string[] {
  const [newest] = versions
  const what = settings
    ? `${settings.model} by ${settings.connector} at ${settings.url}`
    : newest
      ? describeVersion(newest)
      : kind === 'imported'
        ? 'scores from files'
        : 'not trained'
  const notes = [
    ...(isRetired ? ['retired'] : []),
    ...(isKeySet === false
      ? [`STEPMARK_SCORER_KEY_${settings?.key} is not set for this address`]
      : []),
  ]
  return [name, kind, what, notes.join(', ')]
}
