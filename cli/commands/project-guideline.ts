import type { Command } from 'commander'
import { openInput } from '@/cli/open-input'
import { UsageError } from '@/cli/errors'
import { addServerOption, callServer, findServer, type ServerOptions } from '@/cli/server'
import { print, printMessage, type Shell } from '@/cli/shell'
import type {
  getGuidelineContract,
  publishGuidelineContract,
} from '@/lib/annotations/guideline-contract'

interface Options extends ServerOptions {
  project: string
  summary?: string
}

const help = `
With FILE, publishes it as the next guideline version and prints the version number. Annotators read the changes before they
continue. Without FILE, prints the current guideline. Fails without changes if someone else publishes in between.

Example:
  $ stepmark project guideline --project competition-maths > guideline.md
  $ echo "Say more in comments." >> guideline.md
  $ stepmark project guideline guideline.md --project competition-maths --summary "Comments"`

export function addProjectGuideline(parent: Command, shell: Shell): void {
  const command = parent
    .command('guideline')
    .description('publish or print the guideline')
    .argument('[FILE]', 'Markdown file with formulas; "-" for standard input')
    .requiredOption('--project <slug>', 'project slug, as in its URL')
    .option('--summary <text>', 'what changed')
    .addHelpText('after', help)
    .action((file: string | undefined, options: Options) =>
      file === undefined ? printGuideline(shell, options) : publishGuideline(shell, file, options),
    )
  addServerOption(command)
}

const readGuideline = (shell: Shell, options: Options) =>
  callServer<typeof getGuidelineContract>(
    findServer(shell, options),
    { method: 'get', path: '/projects/{project}/guideline' },
    { project: options.project },
  )

async function printGuideline(shell: Shell, options: Options): Promise<void> {
  const { guideline } = await readGuideline(shell, options)
  if (!guideline) return printMessage(shell, 'The project has no guideline yet.')
  print(shell, guideline.source.replace(/\n$/, ''))
}

async function publishGuideline(shell: Shell, file: string, options: Options): Promise<void> {
  const { project, summary } = options
  if (summary === undefined)
    throw new UsageError('No summary of changes. Pass --summary TEXT. Nothing was published.')
  const { latest } = await readGuideline(shell, options)
  const { version } = await callServer<typeof publishGuidelineContract>(
    findServer(shell, options),
    { method: 'post', path: '/projects/{project}/guideline' },
    { project, text: await readText(shell, file), summary, basedOn: latest },
    { ifLost: 'The version may have been published: check by running this command without FILE.' },
  )
  printMessage(shell, `Version ${version} published. Annotators read it before they continue.`)
  print(shell, String(version))
}

async function readText(shell: Shell, file: string): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  try {
    for await (const chunk of (await openInput(shell, file)).chunks)
      text += decoder.decode(chunk, { stream: true })
    return text + decoder.decode()
  } catch (error) {
    if (error instanceof TypeError)
      throw new UsageError(`${file} can’t be read because it is not UTF-8. Nothing was published.`)
    throw error
  }
}
