import type { Command } from 'commander'
import {
  addServerOption,
  callServer,
  readServerConnection,
  type ServerOptions,
} from '@/cli/server-connection'
import { formatTable, printLine, printJson, printMessage, type Terminal } from '@/cli/terminal'

const help = `
Prints one project per line: slug, your role, overlap, name.

Example:
  $ stepmark project list`

export function addProjectListCommand(parent: Command, terminal: Terminal): void {
  const command = parent
    .command('list')
    .description('list your projects (instance admins: all)')
    .option('--json', 'print them as JSON')
    .addHelpText('after', help)
    .action((options: ServerOptions & { json?: true }) => listProjects(terminal, options))
  addServerOption(command)
}

async function listProjects(
  terminal: Terminal,
  { json, ...options }: ServerOptions & { json?: true },
): Promise<void> {
  const { projects } = await callServer(
    readServerConnection(terminal, options),
    'get /projects',
    {},
  )
  if (json) return printJson(terminal, { projects })
  if (projects.length === 0)
    return printMessage(terminal, 'No projects yet. Create one with "stepmark project create".')
  const rows = projects.map(({ slug, role, overlap, name }) => [
    slug,
    role ?? '-',
    `overlap ${overlap}`,
    name,
  ])
  printLine(terminal, formatTable(rows))
}
