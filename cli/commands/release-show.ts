import type { Command } from 'commander'
import { readWholeNumber } from '@/cli/file-options'
import { getRelease } from '@/cli/release-requests'
import { describeRelease } from '@/cli/describe-release'
import { addServerOption, findServer, type ServerOptions } from '@/cli/server'
import { print, printJson, type Shell } from '@/cli/shell'

interface Options extends ServerOptions {
  project: string
  json?: true
}

const help = `
Prints progress, counts, and the files with size, rows and SHA-256.

Example:
  $ stepmark release show 1 --project competition-maths`

export function addReleaseShow(parent: Command, shell: Shell): void {
  const command = parent
    .command('show')
    .description('show a release and its files')
    .argument('<NUMBER>', 'release number', readWholeNumber)
    .requiredOption('--project <slug>', 'project slug, as in its URL')
    .option('--json', 'print it as JSON')
    .addHelpText('after', help)
    .action((number: number, options: Options) => showRelease(shell, number, options))
  addServerOption(command)
}

async function showRelease(shell: Shell, number: number, options: Options): Promise<void> {
  const { project, json } = options
  const release = await getRelease({ shell, server: findServer(shell, options), project }, number)
  if (json) printJson(shell, release)
  else print(shell, describeRelease(release))
  if (release.state === 'failed' || release.state === 'cancelled') shell.status = 1
}
