import { basename } from 'node:path'
import type { Command } from 'commander'
import { tellLineProblem } from '@/cli/line-problems'
import { openInput } from '@/cli/open-input'
import { UsageError } from '@/cli/refusals'
import { addServerOption, callServer, findServer, type ServerOptions } from '@/cli/server'
import { print, printJson, say, type Shell, showText } from '@/cli/shell'
import { formatBytes, formatCount, formatNoun } from '@/lib/platform/format'
import type { addHeldOutListContract } from '@/lib/exports/contract'
import type { LineProblem } from '@/lib/formats/record'
import { AppError } from '@/lib/platform/errors'

interface Options extends ServerOptions {
  project: string
  name?: string
  json?: true
}

/** As the server takes it. */
export const heldOutMaxBytes = 16 * 1024 * 1024

const help = `
JSONL with "problem" or "question", up to 16 MiB: the statements of a test set. A statement is known again whatever its white space.
Prints the name of the list, for "release create --held-out".

Example:
  $ stepmark release held-out add candidates.jsonl --project competition-maths --name "Our test set"`

export function addHeldOutAdd(parent: Command, shell: Shell): void {
  const command = parent
    .command('add')
    .description('name problems that must never be trained on')
    .argument('<FILE>', 'JSONL; "-" for standard input')
    .requiredOption('--project <name>', 'the project, by its name in addresses')
    .option('--name <words>', 'of the list (default: from FILE)')
    .option('--json', 'the list as JSON')
    .addHelpText('after', help)
    .action((file: string, options: Options) => addList(shell, file, options))
  addServerOption(command)
}

async function addList(shell: Shell, file: string, options: Options): Promise<void> {
  const { project, json } = options
  const server = findServer(options)
  const name = options.name ?? (file === '-' ? null : basename(file).replace(/\.\w+$/, ''))
  if (name === null) throw new UsageError('Say what the list is called: --name. Nothing was done.')
  const bytes = await readWhole(shell, file)
  const list = await callServer<typeof addHeldOutListContract>(
    server,
    { method: 'post', path: '/projects/{project}/held-out-lists' },
    { project, name },
    {
      file: bytes,
      ifLost: 'The list may be there: "stepmark release held-out list" shows it.',
    },
  ).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'invalid_lines')
      for (const problem of readLineProblems(error)) tellLineProblem(shell, file, problem)
    throw error
  })
  say(
    shell,
    `The list "${showText(list.name)}" holds out ${formatNoun(list.problems, 'problem')}; the project has ${formatCount(list.inProject)} of them.`,
  )
  if (json) printJson(shell, list)
  else print(shell, list.name)
}

/** The first of the lines that the server refuses. */
function readLineProblems({ details }: AppError): readonly LineProblem[] {
  return Array.isArray(details.problems) ? (details.problems as LineProblem[]) : []
}

async function readWhole(shell: Shell, file: string): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of (await openInput(shell, file)).chunks) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > heldOutMaxBytes)
      throw new UsageError(
        `${file} has more than ${formatBytes(heldOutMaxBytes)}. Nothing was done; cut it into several lists.`,
      )
  }
  return Buffer.concat(chunks)
}
