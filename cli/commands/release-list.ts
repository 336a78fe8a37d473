import type { Command } from 'commander'
import { addServerOption, callServer, findServer, type ServerOptions } from '@/cli/server'
import { formatTable, print, printJson, printMessage, type Shell } from '@/cli/shell'
import { formatInstant, formatQuantity } from '@/lib/platform/format'
import type { listReleasesContract } from '@/lib/exports/contract'

interface Options extends ServerOptions {
  project: string
  json?: true
}

const help = `
Prints one release per line, newest first: number, name, state, files, time, creator.

Example:
  $ stepmark release list --project competition-maths`

export function addReleaseList(parent: Command, shell: Shell): void {
  const command = parent
    .command('list')
    .description('list the releases of a project')
    .requiredOption('--project <slug>', 'project slug, as in its URL')
    .option('--json', 'print them as JSON')
    .addHelpText('after', help)
    .action((options: Options) => listReleases(shell, options))
  addServerOption(command)
}

async function listReleases(shell: Shell, { project, json, ...options }: Options): Promise<void> {
  const { releases } = await callServer<typeof listReleasesContract>(
    findServer(shell, options),
    { method: 'get', path: '/projects/{project}/releases' },
    { project },
  )
  if (json) return printJson(shell, { releases })
  if (releases.length === 0)
    return printMessage(shell, 'No releases yet. Create one with "stepmark release create".')
  const rows = releases.map(({ number, name, state, files, createdAt, by }) => [
    String(number),
    name,
    state,
    formatQuantity(files.length, 'file'),
    `${formatInstant(createdAt)} UTC`,
    by,
  ])
  print(shell, formatTable(rows))
}
