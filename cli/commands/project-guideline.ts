import type { Command } from 'commander'
import { UsageError } from '@/cli/errors'
import { openInput } from '@/cli/open-input'
import {
  addServerOption,
  callServer,
  readServerConnection,
  type ServerOptions,
} from '@/cli/server-connection'
import { printLine, printMessage, type Terminal } from '@/cli/terminal'

interface Options extends ServerOptions {
  project: string
  summary?: string
}

const help = `
With FILE, publishes it as the next guideline version and prints the version number. Annotators are asked to read
the changes; until then, their work counts under the old version. Without FILE, prints the current guideline. Fails without changes if someone else publishes in between.

Example:
  $ stepmark project guideline --project competition-maths > guideline.md
  $ echo "Say more in comments." >> guideline.md
  $ stepmark project guideline guideline.md --project competition-maths --summary "Comments"`

export function addProjectGuidelineCommand(parent: Command, terminal: Terminal): void {
  const command = parent
    .command('guideline')
    .description('publish or print the guideline')
    .argument('[FILE]', 'Markdown file with formulas; "-" for standard input')
    .requiredOption('--project <slug>', 'project slug, as in its URL')
    .option('--summary <text>', 'what changed')
    .addHelpText('after', help)
    .action((file: string | undefined, options: Options) =>
      file === undefined
        ? printGuideline(terminal, options)
        : publishGuideline(terminal, file, options),
    )
  addServerOption(command)
}

const readGuideline = (terminal: Terminal, options: Options) =>
  callServer(readServerConnection(terminal, options), 'get /projects/{project}/guideline', {
    project: options.project,
  })

async function printGuideline(terminal: Terminal, options: Options): Promise<void> {
  const { guideline } = await readGuideline(terminal, options)
  if (!guideline) return printMessage(terminal, 'The project has no guideline yet.')
  printLine(terminal, guideline.source.replace(/\n$/, ''))
}

async function publishGuideline(terminal: Terminal, file: string, options: Options): Promise<void> {
  const { project, summary } = options
  if (summary === undefined)
    throw new UsageError('No summary of changes. Pass --summary TEXT. Nothing was published.')
  const { latest } = await readGuideline(terminal, options)
  const { version } = await callServer(
    readServerConnection(terminal, options),
    'post /projects/{project}/guideline',
    { project, text: await readText(terminal, file), summary, basedOn: latest },
    {
      lostReplyHint:
        'The version may have been published: check by running this command without FILE.',
    },
  )
  printMessage(
    terminal,
    `Version ${version} published. Annotators are asked to read it; until then, their work counts under the old version.`,
  )
  printLine(terminal, String(version))
}

async function readText(terminal: Terminal, file: string): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  try {
    for await (const chunk of (await openInput(terminal, file)).chunks)
      text += decoder.decode(chunk, { stream: true })
    return text + decoder.decode()
  } catch (error) {
    if (error instanceof TypeError)
      throw new UsageError(`${file} can’t be read because it is not UTF-8. Nothing was published.`)
    throw error
  }
}
