import { pipeline } from 'node:stream/promises'
import { type Command, Option } from 'commander'
import { UsageError } from '@/cli/refusals'
import { addServerOption, findServer, readFromServer, type ServerOptions } from '@/cli/server'
import { watchBytes } from '@/cli/progress'
import { say, type Shell } from '@/cli/shell'
import { writeWholeFile } from '@/cli/write-whole-file'
import { formatBytes, formatNoun } from '@/lib/platform/format'
import type { runExportContract } from '@/lib/exports/contract'
import type { SentInputOf } from '@/lib/platform/contract'
import { AppError } from '@/lib/platform/errors'

type ExportInput = Required<SentInputOf<typeof runExportContract>>

interface Options extends ServerOptions {
  project: string
  format: ExportInput['format']
  labels: ExportInput['labels']
  events?: true
  out?: string
}

interface Tally {
  bytes: number
  lines: number
}

const formatChoices = ['prm800k', 'stepmark'] as const satisfies readonly ExportInput['format'][]
const labelChoices = ['own', 'imported', 'all'] as const satisfies readonly ExportInput['labels'][]

const help = `
One submitted labelling a line, oldest first, as of one moment. With --out the file appears when it is complete; what
stood there stays until then.

prm800k   what PRM800K has a place for, in its bytes: problem, steps, ratings, how it ended, who and when
stepmark  everything that is stored: also explanations, progress, notes, times, and what the data came with

Example:
  $ stepmark export --project competition-maths --format prm800k > labels.jsonl
  $ stepmark export --project competition-maths --format prm800k --labels own --out own.jsonl
  $ stepmark export --project competition-maths --format stepmark --events --out everything.jsonl`

export function addExport(parent: Command, shell: Shell): void {
  const command = parent
    .command('export')
    .description('take labels out')
    .requiredOption('--project <name>', 'the project, by its name in addresses')
    .addOption(
      new Option('--format <name>', 'how lines are written')
        .choices(formatChoices)
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--labels <which>', 'made here, came with data, or all')
        .choices(labelChoices)
        .default('all'),
    )
    .option('--events', 'with everything that happened while labelling; format stepmark only')
    .option('--out <FILE>', 'a file instead of standard output')
    .addHelpText('after', help)
    .action((options: Options) => exportLabels(shell, options))
  addServerOption(command)
}

async function exportLabels(shell: Shell, options: Options): Promise<void> {
  const { project, format, labels, events, out } = options
  if (events && format !== 'stepmark')
    throw new UsageError(
      'PRM800K has no place for events: leave --events out, or ask for --format stepmark. Nothing was done.',
    )
  const response = await readFromServer<typeof runExportContract>(
    findServer(options),
    { method: 'get', path: '/projects/{project}/export' },
    { project, format, labels, events: events ? 'true' : undefined },
  )
  const tally: Tally = { bytes: 0, lines: 0 }
  const chunks = readReply(shell, response, tally, out)
  if (out === undefined) await pipeline(chunks, shell.output, { end: false })
  else await writeWholeFile(out, chunks)
  const place = out === undefined ? 'standard output' : out
  say(shell, `${formatNoun(tally.lines, 'labelling')}, ${formatBytes(tally.bytes)}, to ${place}.`)
}

const lineFeed = 0x0a

/** The reply as it arrives, counted. Throws when it breaks off: half an export must not look whole. */
async function* readReply(
  shell: Shell,
  response: Response,
  tally: Tally,
  out: string | undefined,
): AsyncGenerator<Uint8Array> {
  const body = response.body ?? []
  // Where the lines themselves go to the terminal, progress would stand among them.
  const isShown = out === undefined && Reflect.get(shell.output, 'isTTY') === true
  let last = lineFeed
  try {
    for await (const chunk of isShown ? body : watchBytes(shell, body, null)) {
      tally.bytes += chunk.length
      for (const byte of chunk) if (byte === lineFeed) tally.lines += 1
      last = chunk.at(-1) ?? last
      yield chunk
    }
  } catch {
    throw breakOff(tally, out)
  }
  if (last !== lineFeed) throw breakOff(tally, out)
}

function breakOff({ bytes }: Tally, out: string | undefined): AppError {
  const what =
    out === undefined
      ? 'What was written to standard output is not complete: throw it away'
      : `${out} was not written`
  return new AppError(
    'unavailable',
    `The reply broke off after ${formatBytes(bytes)}. ${what}. Nothing on the server was changed; try again.`,
  )
}
