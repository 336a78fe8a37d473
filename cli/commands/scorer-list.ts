import type { Command } from 'commander'
import { listScorers, type Scorer } from '@/cli/score-calls'
import { describeVersion } from '@/cli/score-words'
import { addServerOption, findServer, type ServerOptions } from '@/cli/server'
import { formatTable, print, printJson, say, type Shell } from '@/cli/shell'
import { formatNoun } from '@/lib/platform/format'
import { formatCounted } from '@/lib/scoring/counted'

interface Options extends ServerOptions {
  project: string
  json?: true
}

const help = `
One scorer a line: its name, what it is, and where it answers or what its newest version has learnt.

Example:
  $ stepmark scorer list --project competition-maths`

export function addScorerList(parent: Command, shell: Shell): void {
  const command = parent
    .command('list')
    .description('what predicts ratings in a project')
    .requiredOption('--project <name>', 'the project, by its name in addresses')
    .option('--json', 'everything about them, as JSON')
    .addHelpText('after', help)
    .action((options: Options) => printScorers(shell, options))
  addServerOption(command)
}

async function printScorers(shell: Shell, { project, json, ...options }: Options): Promise<void> {
  const listed = await listScorers({ shell, server: findServer(options), project })
  if (json) return printJson(shell, listed)
  const { scorers, labelled } = listed
  if (scorers.length > 0) print(shell, formatTable(scorers.map(writeRow)))
  say(
    shell,
    `${formatNoun(scorers.length, 'scorer')}; ${formatCounted(labelled, 'labelled solution')} to learn from.`,
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
        : 'has not learnt anything'
  const notes = [
    ...(isRetired ? ['retired'] : []),
    ...(isKeySet === false
      ? [`STEPMARK_SCORER_KEY_${settings?.key} is not set for this address`]
      : []),
  ]
  return [name, kind, what, notes.join(', ')]
}
