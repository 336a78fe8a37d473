import type { Command } from 'commander'
import { addServerOption, callServer, findServer, type ServerOptions } from '@/cli/server'
import { formatTable, print, printJson, printMessage, type Shell } from '@/cli/shell'
import type { listProjectsContract } from '@/lib/projects/contract'

const help = `
Prints one project per line: slug, your role, overlap, name.

Example:
  $ stepmark project list`

export function addProjectList(parent: Command, shell: Shell): void {
  const command = parent
    .command('list')
    .description('list your projects (instance admins: all)')
    .option('--json', 'print them as JSON')
    .addHelpText('after', help)
    .action((options: ServerOptions & { json?: true }) => listProjects(shell, options))
  addServerOption(command)
}

async function listProjects(
  shell: Shell,
  { json, ...options }: ServerOptions & { json?: true },
): Promise<void> {
  const { projects } = await callServer<typeof listProjectsContract>(
    findServer(shell, options),
    { method: 'get', path: '/projects' },
    {},
  )
  if (json) return printJson(shell, { projects })
  if (projects.length === 0)
    return printMessage(shell, 'No projects yet. Create one with "stepmark project create".')
  const rows = projects.map(({ slug, role, overlap, name }) => [
    slug,
    role ?? '-',
    `overlap ${overlap}`,
    name,
  ])
  print(shell, formatTable(rows))
}
