import type { Command } from 'commander'
import { findGoldSolution } from '@/cli/gold-calls'
import { addServerOption, callServer, findServer, type ServerOptions } from '@/cli/server'
import { printJson, say, type Shell, showText } from '@/cli/shell'
import { formatNoun } from '@/lib/platform/format'
import type { unmarkGoldContract } from '@/lib/review/gold-contract'

interface Options extends ServerOptions {
  project: string
  json?: true
}

const help = `
SOLUTION is its id, or its name in the data. Places in the queue that it closed open again; answers to it stay.

Example:
  $ stepmark gold unmark a/0 --project competition-maths`

export function addGoldUnmark(parent: Command, shell: Shell): void {
  const command = parent
    .command('unmark')
    .description('a solution is gold no more')
    .argument('<SOLUTION>', 'its id, or its name in the data')
    .requiredOption('--project <name>', 'the project, by its name in addresses')
    .option('--json', 'what came of it, as JSON')
    .addHelpText('after', help)
    .action((solution: string, options: Options) => unmark(shell, solution, options))
  addServerOption(command)
}

async function unmark(shell: Shell, named: string, options: Options): Promise<void> {
  const { project, json } = options
  const server = findServer(options)
  const { solution } = await findGoldSolution(server, project, named)
  const done = await callServer<typeof unmarkGoldContract>(
    server,
    { method: 'post', path: '/projects/{project}/gold/{solution}/unmark' },
    { project, solution },
  )
  if (json) return printJson(shell, done)
  const opened =
    done.openedPlaces > 0
      ? `${formatNoun(done.openedPlaces, 'place')} in the queue opened again.`
      : 'A round can select it again.'
  say(shell, `${showText(named)} is gold no more. ${opened}`)
}
