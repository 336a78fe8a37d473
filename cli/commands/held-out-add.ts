import { basename } from 'node:path'
import type { Command } from 'commander'
import { UsageError } from '@/cli/errors'
import { LineErrorPrinter } from '@/cli/line-error-printer'
import { openInput } from '@/cli/open-input'
import {
  addServerOption,
  callServer,
  readServerConnection,
  type ServerOptions,
} from '@/cli/server-connection'
import {
  printLine,
  printJson,
  printMessage,
  sanitiseForTerminal,
  type Terminal,
} from '@/cli/terminal'
import type { LineError } from '@/lib/formats/record'
import { AppError } from '@/lib/platform/errors'
import { formatBytes, formatCount, formatQuantity } from '@/lib/platform/format'

interface Options extends ServerOptions {
  project: string
  name?: string
  json?: true
}

/** The server's limit. */
export const heldOutMaxBytes = 16 * 1024 * 1024

const help = `
Reads JSONL with "problem", "question" or "statement" (up to 16 MiB): the statements of a test set. Runs of white space count as
one space. Prints the name of the list, for "release create --held-out". If the reply is lost, the command does not send the
list again: check with "release held-out list".

Example:
  $ stepmark release held-out add candidates.jsonl --project competition-maths --name "Our test set"`

export function addHeldOutAddCommand(parent: Command, terminal: Terminal): void {
  const command = parent
    .command('add')
    .description('add a list of held-out problems')
    .argument('<FILE>', 'JSONL file; "-" for standard input')
    .requiredOption('--project <slug>', 'project slug, as in its URL')
    .option('--name <text>', 'name of the list (default: from FILE)')
    .option('--json', 'print the list as JSON')
    .addHelpText('after', help)
    .action((file: string, options: Options) => addList(terminal, file, options))
  addServerOption(command)
}

async function addList(terminal: Terminal, file: string, options: Options): Promise<void> {
  const { project, json } = options
  const server = readServerConnection(terminal, options)
  const name = options.name ?? (file === '-' ? null : basename(file).replace(/\.\w+$/, ''))
  if (name === null) throw new UsageError('No name for the list. Pass --name. Nothing was added.')
  const bytes = await readWholeFile(terminal, file)
  const list = await callServer(
    server,
    'post /projects/{project}/held-out-lists',
    { project, name },
    {
      file: bytes,
      repeat: 'unsafe',
      lostReplyHint: 'The list may have been added: check with "stepmark release held-out list".',
    },
  ).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'invalid_lines') {
      const errorPrinter = new LineErrorPrinter(terminal, file)
      for (const lineError of readLineErrors(error)) errorPrinter.report(lineError)
      errorPrinter.end()
    }
    throw error
  })
  printMessage(
    terminal,
    `List "${sanitiseForTerminal(list.name)}" added: ${formatQuantity(list.problems, 'problem')}, ${formatCount(list.inProject)} in the project.`,
  )
  if (json) printJson(terminal, list)
  else printLine(terminal, list.name)
}

/** The first invalid lines, as reported by the server. */
function readLineErrors({ details }: AppError): readonly LineError[] {
  return Array.isArray(details.problems) ? (details.problems as LineError[]) : []
}

async function readWholeFile(terminal: Terminal, file: string): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of (await openInput(terminal, file)).chunks) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > heldOutMaxBytes)
      throw new UsageError(
        `${file} is larger than ${formatBytes(heldOutMaxBytes)}. Split it into several lists. Nothing was added.`,
      )
  }
  return Buffer.concat(chunks)
}
