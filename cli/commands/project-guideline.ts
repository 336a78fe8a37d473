import type { Command } from 'commander'
import { openInput } from '@/cli/open-input'
import { UsageError } from '@/cli/refusals'
import { addServerOption, callServer, findServer, type ServerOptions } from '@/cli/server'
import { print, say, type Shell } from '@/cli/shell'
import type {
  getGuidelineContract,
  publishGuidelineContract,
} from '@/lib/annotations/guideline-contract'

interface Options extends ServerOptions {
  project: string
  summary?: string
}

const help = `
With a FILE it publishes that text as the next version, and prints its number; everybody reads what is new in it before
they label on. Without one it prints the text that is in force. If somebody publishes in between, nothing is changed.

Example:
  $ stepmark project guideline --project competition-maths > guideline.md
  $ echo "Say more in comments." >> guideline.md
  $ stepmark project guideline guideline.md --project competition-maths --summary "Comments"`

export function addProjectGuideline(parent: Command, shell: Shell): void {
  const command = parent
    .command('guideline')
    .description('publish a guideline, or print the one in force')
    .argument('[FILE]', 'Markdown with formulas; "-" for standard input')
    .requiredOption('--project <name>', 'the project, by its name in addresses')
    .option('--summary <words>', 'what is new in it')
    .addHelpText('after', help)
    .action((file: string | undefined, options: Options) =>
      file === undefined ? printGuideline(shell, options) : publishGuideline(shell, file, options),
    )
  addServerOption(command)
}

const readGuideline = (options: Options) =>
  callServer<typeof getGuidelineContract>(
    findServer(options),
    { method: 'get', path: '/projects/{project}/guideline' },
    { project: options.project },
  )

async function printGuideline(shell: Shell, options: Options): Promise<void> {
  const { guideline } = await readGuideline(options)
  if (!guideline) return say(shell, 'The project has no guideline yet.')
  // The text ends in a line feed of its own, or gets one.
  print(shell, guideline.source.replace(/\n$/, ''))
}

async function publishGuideline(shell: Shell, file: string, options: Options): Promise<void> {
  const { project, summary } = options
  if (summary === undefined)
    throw new UsageError('Say what is new in it: --summary WORDS. Nothing was done.')
  const { latest } = await readGuideline(options)
  const { version } = await callServer<typeof publishGuidelineContract>(
    findServer(options),
    { method: 'post', path: '/projects/{project}/guideline' },
    { project, text: await readText(shell, file), summary, basedOn: latest },
    { ifLost: 'The version may have been published: without a FILE this command shows it.' },
  )
  say(shell, `Version ${version} is published. Annotators read it before they label on.`)
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
      throw new UsageError(`${file} cannot be read: it is not UTF-8. Nothing was done.`)
    throw error
  }
}
