import { type Command, Option } from 'commander'
import { type ImportInput, makeFormatOption } from '@/cli/file-options'
import {
  describeImport,
  type ImportReport,
  type Outcome,
  readReport,
  tellBadLines,
} from '@/cli/import-words'
import { type Input, openInput } from '@/cli/open-input'
import { addServerOption, callServer, findServer, type ServerOptions } from '@/cli/server'
import { printJson, say, type Shell } from '@/cli/shell'
import type { runImportContract } from '@/lib/imports/contract'
import { AppError } from '@/lib/platform/errors'

interface Options extends ServerOptions {
  project: string
  format: ImportInput['format']
  take: ImportInput['take']
  labels: ImportInput['labels']
  dryRun?: true
  json?: true
}

const takeChoices = ['all', 'valid-lines'] as const satisfies readonly ImportInput['take'][]
const labelChoices = ['keep', 'leave-out'] as const satisfies readonly ImportInput['labels'][]

const help = `
The file goes to the server as it is read, and comes in whole or not at all. What is there already is left alone: the
same file twice adds nothing. Lines that cannot be used are named as "validate" names them.

Example:
  $ stepmark import candidates.jsonl --project competition-maths
  $ stepmark import - --project competition-maths --dry-run < candidates.jsonl`

export function addImport(parent: Command, shell: Shell): void {
  const command = parent
    .command('import')
    .description('bring solutions in')
    .argument('<FILE>', 'JSONL; "-" for standard input')
    .requiredOption('--project <name>', 'the project, by its name in addresses')
    .addOption(makeFormatOption())
    .addOption(
      new Option('--take <which>', 'all: one bad line refuses the file')
        .choices(takeChoices)
        .default('all'),
    )
    .addOption(
      new Option('--labels <what>', 'labels that come with the data')
        .choices(labelChoices)
        .default('keep'),
    )
    .option('--dry-run', 'say what would come in, and change nothing')
    .option('--json', 'the report as JSON on standard output')
    .addHelpText('after', help)
    .action((file: string, options: Options) => importFile(shell, file, options))
  addServerOption(command)
}

async function importFile(shell: Shell, file: string, options: Options): Promise<void> {
  const server = findServer(options)
  const input = await openInput(shell, file)
  const { project, format, take, labels, dryRun } = options
  const sent = { bytes: 0 }
  const counted = { ...input, chunks: countBytes(input.chunks, sent) }
  try {
    const report = await sendFile(counted, (body) =>
      callServer<typeof runImportContract>(
        server,
        { method: 'post', path: '/projects/{project}/imports' },
        {
          project,
          format,
          take,
          labels,
          dryRun: dryRun ? 'true' : 'false',
          fileName: input.fileName,
        },
        {
          file: body,
          ifLost: dryRun
            ? 'Nothing was changed.'
            : 'The file came in whole or not at all; import it again, nothing is doubled.',
        },
      ),
    )
    tellReport(shell, input.name, report, dryRun ? 'dry-run' : 'imported', options)
    tellLostBytes(shell, report, sent.bytes)
  } catch (error) {
    const report = error instanceof AppError ? readReport(error.details) : null
    if (!report) throw error
    tellReport(shell, input.name, report, 'refused', options)
    tellLostBytes(shell, report, sent.bytes)
  }
}

async function* countBytes(chunks: AsyncIterable<Uint8Array>, sent: { bytes: number }) {
  for await (const chunk of chunks) {
    sent.bytes += chunk.length
    yield chunk
  }
}

/** A proxy on the way may cut a file short, and the server cannot know. */
function tellLostBytes(shell: Shell, report: ImportReport, sentBytes: number): void {
  if (report.bytes === sentBytes) return
  say(
    shell,
    `The server read ${report.bytes} of ${sentBytes} bytes: something on the way cut the file short. ` +
      'Import it again past that, nothing is doubled.',
  )
  shell.status = 1
}

/** Sends a file as it is read. A file that cannot be read to its end is no fault of the server's. */
async function sendFile(
  { name, chunks }: Input,
  sendBody: (body: ReadableStream<Uint8Array>) => Promise<ImportReport>,
): Promise<ImportReport> {
  const failed: { reason: string | null } = { reason: null }
  const iterator = chunks[Symbol.asyncIterator]()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const next = await iterator.next()
        if (next.done) controller.close()
        else controller.enqueue(next.value)
      } catch (error) {
        failed.reason = error instanceof Error ? error.message : 'unknown reason'
        controller.error(error)
      }
    },
    async cancel() {
      await iterator.return?.()
    },
  })
  try {
    return await sendBody(body)
  } catch (error) {
    if (failed.reason === null) throw error
    const message = `${name} could not be read to its end (${failed.reason}). Nothing was imported.`
    throw new AppError('invalid_input', message)
  }
}

function tellReport(
  shell: Shell,
  name: string,
  report: ImportReport,
  outcome: Outcome,
  { json }: Options,
): void {
  tellBadLines(shell, name, report)
  if (json) printJson(shell, report)
  else say(shell, describeImport(name, report, outcome))
  if (report.refused > 0) shell.status = 1
}
