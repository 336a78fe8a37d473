import { pipeline } from 'node:stream/promises'
import { type Command, Option } from 'commander'
import {
  describeMissingNeutral,
  makeConsensusOption,
  makeFallbackOption,
  makeNeutralOption,
  refuseMixedConsensus,
} from '@/cli/export-options'
import { UsageError } from '@/cli/refusals'
import { addServerOption, findServer, readFromServer, type ServerOptions } from '@/cli/server'
import { watchBytes } from '@/cli/progress'
import { say, type Shell } from '@/cli/shell'
import { writeWholeFile } from '@/cli/write-whole-file'
import { formatBytes, formatNoun } from '@/lib/platform/format'
import type { runExportContract } from '@/lib/exports/contract'
import {
  type NeutralPolicy,
  outputFormatNames,
  outputFormatSummaries,
} from '@/lib/formats/format-names'
import type { SentInputOf } from '@/lib/platform/contract'
import { AppError } from '@/lib/platform/errors'

type ExportInput = SentInputOf<typeof runExportContract>

interface Options extends ServerOptions {
  project: string
  format: ExportInput['format']
  neutral?: NeutralPolicy
  labels: NonNullable<ExportInput['labels']>
  consensus: NonNullable<ExportInput['consensus']>
  fallback?: NonNullable<ExportInput['fallback']>
  events?: true
  out?: string
}

interface Tally {
  bytes: number
  lines: number
}

const labelChoices = ['own', 'imported', 'all'] as const satisfies readonly NonNullable<
  ExportInput['labels']
>[]

const widest = Math.max(...outputFormatNames.map((name) => name.length))
const formatLines = outputFormatNames.map(
  (name) => `${name.padEnd(widest)}  ${outputFormatSummaries[name]}`,
)

const help = `
Submitted annotations, oldest first, as of one moment. With --out the file appears when it is complete; what stood there
stays until then.

${formatLines.join('\n')}

All but prm800k, stepmark and csv know only right and wrong: say what becomes of neutral ratings. positive and negative
take them for such; drop ends a row before its first neutral step.

--consensus majority, dawid-skene and adjudicated make one row of all finished annotations of a solution, on where the first
error is; not in the format stepmark. Even votes are left out. docs/exports.md says how each decides.

Example:
  $ stepmark export --project competition-maths --format prm800k > labels.jsonl
  $ stepmark export --project competition-maths --format prm800k --labels own --out own.jsonl
  $ stepmark export --project competition-maths --format stepmark --events -o everything.jsonl
  $ stepmark export --project competition-maths --format trl-stepwise --neutral positive -o trl.jsonl`

export function addExport(parent: Command, shell: Shell): void {
  const command = parent
    .command('export')
    .description('take labels out')
    .requiredOption('--project <name>', 'the project, by its name in addresses')
    .addOption(
      new Option('--format <name>', 'how lines are written')
        .choices(outputFormatNames)
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--labels <which>', 'made here, came with data, or all')
        .choices(labelChoices)
        .default('all'),
    )
    .addOption(makeNeutralOption())
    .addOption(makeConsensusOption())
    .addOption(makeFallbackOption())
    .option('--events', 'with everything that happened while labelling; format stepmark only')
    .option('-o, --out <FILE>', 'a file instead of standard output')
    .addHelpText('after', help)
    .action((options: Options) => exportLabels(shell, options))
  addServerOption(command)
}

async function exportLabels(shell: Shell, options: Options): Promise<void> {
  const { project, format, neutral, labels, consensus, fallback, events, out } = options
  await refuseMixtures(options)
  const response = await readFromServer<typeof runExportContract>(
    findServer(options),
    { method: 'get', path: '/projects/{project}/export' },
    { project, format, neutral, labels, consensus, fallback, events: events ? 'true' : undefined },
  )
  const tally: Tally = { bytes: 0, lines: 0 }
  const chunks = readReply(shell, response, tally, out)
  if (out === undefined) await pipeline(chunks, shell.output, { end: false })
  else await writeWholeFile(out, chunks)
  const place = out === undefined ? 'standard output' : out
  // The others have several lines for one annotation, or a first line of names.
  const isEach = consensus === 'each' && (format === 'prm800k' || format === 'stepmark')
  const noun = isEach ? 'annotation' : 'line'
  say(shell, `${formatNoun(tally.lines, noun)}, ${formatBytes(tally.bytes)}, to ${place}.`)
}

async function refuseMixtures({
  format,
  neutral,
  events,
  consensus,
  fallback,
}: Options): Promise<void> {
  refuseMixedConsensus([format], consensus, fallback)
  if (events && format !== 'stepmark')
    throw new UsageError(
      `The format ${format} has no place for events: leave --events out, or ask for --format stepmark. Nothing was done.`,
    )
  const { outputFormats } = await import('@/lib/formats/output-formats')
  const { needsNeutral } = outputFormats[format]
  if (needsNeutral && neutral === undefined) throw new UsageError(describeMissingNeutral(format))
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
