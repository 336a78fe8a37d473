import type { Command } from 'commander'
import {
  addServerOption,
  callServer,
  readServerConnection,
  type ServerOptions,
} from '@/cli/server-connection'
import { formatTable, printLine, printJson, printMessage, type Terminal } from '@/cli/terminal'
import { formatInstant, formatQuantity } from '@/lib/platform/format'

interface Options extends ServerOptions {
  project: string
  json?: true
}

const help = `
Prints one release per line, newest first: number, name, state, files, time, creator.

Example:
  $ stepmark release list --project competition-maths`

export function addReleaseListCommand(parent: Command, terminal: Terminal): void {
  const command = parent
    .command('list')
    .description('list the releases of a project')
    .requiredOption('--project <slug>', 'project slug, as in its URL')
    .option('--json', 'print them as JSON')
    .addHelpText('after', help)
    .action((options: Options) => listReleases(terminal, options))
  addServerOption(command)
}

async function listReleases(
  terminal: Terminal,
  { project, json, ...options }: Options,
): Promise<void> {
  const { releases } = await callServer(
    readServerConnection(terminal, options),
    'get /projects/{project}/releases',
    { project },
  )
  if (json) return printJson(terminal, { releases })
  if (releases.length === 0)
    return printMessage(terminal, 'No releases yet. Create one with "stepmark release create".')
  const rows = releases.map(({ number, name, state, files, createdAt, by }) => [
    String(number),
    name,
    state,
    formatQuantity(files.length, 'file'),
    `${formatInstant(createdAt)} UTC`,
    by,
  ])
  printLine(terminal, formatTable(rows))
}
