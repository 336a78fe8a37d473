import type { Command } from 'commander'
import { listHeldOutLists } from '@/cli/held-out-lists'
import { addServerOption, readServerConnection, type ServerOptions } from '@/cli/server-connection'
import { formatTable, printLine, printJson, printMessage, type Terminal } from '@/cli/terminal'
import { formatQuantity } from '@/lib/platform/format'

interface Options extends ServerOptions {
  project: string
  json?: true
}

const help = `
Prints one list per line: name, problems, problems in the project, SHA-256.

Example:
  $ stepmark release held-out list --project competition-maths`

export function addHeldOutListCommand(parent: Command, terminal: Terminal): void {
  const command = parent
    .command('list')
    .description('list the lists of held-out problems')
    .requiredOption('--project <slug>', 'project slug, as in its URL')
    .option('--json', 'print them as JSON')
    .addHelpText('after', help)
    .action((options: Options) => listLists(terminal, options))
  addServerOption(command)
}

async function listLists(
  terminal: Terminal,
  { project, json, ...options }: Options,
): Promise<void> {
  const lists = await listHeldOutLists(readServerConnection(terminal, options), project)
  if (json) return printJson(terminal, { lists })
  if (lists.length === 0)
    return printMessage(
      terminal,
      'No held-out lists yet. Add one with "stepmark release held-out add".',
    )
  const rows = lists.map(({ name, problems, inProject, sha256 }) => [
    name,
    formatQuantity(problems, 'problem'),
    `${inProject} in the project`,
    sha256,
  ])
  printLine(terminal, formatTable(rows))
}
