import type { Command } from 'commander'
import { describeRelease } from '@/cli/describe-release'
import { parseWholeNumberOption } from '@/cli/file-options'
import { getRelease } from '@/cli/release-requests'
import { addServerOption, readServerConnection, type ServerOptions } from '@/cli/server-connection'
import { printLine, printJson, type Terminal } from '@/cli/terminal'

interface Options extends ServerOptions {
  project: string
  json?: true
}

const help = `
Prints progress, counts, and the files with size, rows and SHA-256.

Example:
  $ stepmark release show 1 --project competition-maths`

export function addReleaseShowCommand(parent: Command, terminal: Terminal): void {
  const command = parent
    .command('show')
    .description('show a release and its files')
    .argument('<NUMBER>', 'release number', parseWholeNumberOption)
    .requiredOption('--project <slug>', 'project slug, as in its URL')
    .option('--json', 'print it as JSON')
    .addHelpText('after', help)
    .action((number: number, options: Options) => showRelease(terminal, number, options))
  addServerOption(command)
}

async function showRelease(terminal: Terminal, number: number, options: Options): Promise<void> {
  const { project, json } = options
  const release = await getRelease(
    { terminal, server: readServerConnection(terminal, options), project },
    number,
  )
  if (json) printJson(terminal, release)
  else printLine(terminal, describeRelease(release))
  if (release.state === 'failed' || release.state === 'cancelled') terminal.status = 1
}
