import type { Command } from 'commander'
import { readWholeNumber } from '@/cli/file-options'
import { getRelease } from '@/cli/release-calls'
import { describeRelease } from '@/cli/release-words'
import { addServerOption, findServer, type ServerOptions } from '@/cli/server'
import { print, printJson, type Shell } from '@/cli/shell'

interface Options extends ServerOptions {
  project: string
  json?: true
}

const help = `
How far it is, what it counts, and its files with their sizes, rows and SHA-256.

Example:
  $ stepmark release show 1 --project competition-maths`

export function addReleaseShow(parent: Command, shell: Shell): void {
  const command = parent
    .command('show')
    .description('one release and its files')
    .argument('<NUMBER>', 'of the release', readWholeNumber)
    .requiredOption('--project <name>', 'the project, by its name in addresses')
    .option('--json', 'everything about it, as JSON')
    .addHelpText('after', help)
    .action((number: number, options: Options) => showRelease(shell, number, options))
  addServerOption(command)
}

async function showRelease(shell: Shell, number: number, options: Options): Promise<void> {
  const { project, json } = options
  const release = await getRelease({ shell, server: findServer(options), project }, number)
  if (json) printJson(shell, release)
  else print(shell, describeRelease(release))
  if (release.state === 'failed' || release.state === 'cancelled') shell.status = 1
}
