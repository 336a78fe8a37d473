import type { Command } from 'commander'
import { listHeldOutLists } from '@/cli/held-out-lists'
import { addServerOption, findServer, type ServerOptions } from '@/cli/server'
import { formatTable, print, printJson, say, type Shell } from '@/cli/shell'
import { formatNoun } from '@/lib/platform/format'

interface Options extends ServerOptions {
  project: string
  json?: true
}

const help = `
One list a line: its name, how many problems it holds out, how many of them the project has, its SHA-256.

Example:
  $ stepmark release held-out list --project competition-maths`

export function addHeldOutList(parent: Command, shell: Shell): void {
  const command = parent
    .command('list')
    .description('lists of problems that must never be trained on')
    .requiredOption('--project <name>', 'the project, by its name in addresses')
    .option('--json', 'everything about them, as JSON')
    .addHelpText('after', help)
    .action((options: Options) => listLists(shell, options))
  addServerOption(command)
}

async function listLists(shell: Shell, { project, json, ...options }: Options): Promise<void> {
  const lists = await listHeldOutLists(findServer(options), project)
  if (json) return printJson(shell, { lists })
  if (lists.length === 0) return say(shell, 'Nothing is held out.')
  const rows = lists.map(({ name, problems, inProject, sha256 }) => [
    name,
    formatNoun(problems, 'problem'),
    `${inProject} in the project`,
    sha256,
  ])
  print(shell, formatTable(rows))
}
