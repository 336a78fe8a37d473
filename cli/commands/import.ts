import { type Command, Option } from 'commander'
import { UsageError } from '@/cli/errors'
import {
  type StartImportInput,
  makeColumnOption,
  makeFormatOption,
  makeSplittingOption,
  rejectUnusedColumns,
} from '@/cli/file-options'
import type { InputSource } from '@/cli/open-input'
import { addServerOption, readServerConnection, type ServerOptions } from '@/cli/server-connection'
import type { Terminal } from '@/cli/terminal'

interface Options extends ServerOptions {
  project: string
  format: StartImportInput['format']
  splitting?: StartImportInput['splitting']
  column?: StartImportInput['columns']
  invalidLines: StartImportInput['onInvalidLines']
  labels: StartImportInput['labels']
  requests?: string
  dryRun?: true
  resume?: string
  status?: string
  detach?: true
  json?: true
}

const invalidLinesChoices = [
  'reject',
  'skip',
] as const satisfies readonly StartImportInput['onInvalidLines'][]
const labelChoices = [
  'keep',
  'gold',
  'drop',
] as const satisfies readonly StartImportInput['labels'][]

const help = `
Uploads each FILE in chunks (gzip as is) and imports all of it or nothing. Existing data is not changed: importing the same
file twice adds nothing. Reports every invalid line, as "validate" does. Retries for a minute if the network fails; continue
later with --resume. Ctrl-C cancels the import on the server; press it again to quit at once.

Example:
  $ stepmark import candidates.jsonl --project competition-maths
  $ gzip -c candidates.jsonl | stepmark import - --project competition-maths --dry-run
  $ id=$(stepmark import candidates.jsonl --project competition-maths --detach)
  $ stepmark import table.csv --project competition-maths --column problem=Question --column text=Output
  $ stepmark import candidates.jsonl --project competition-maths --invalid-lines skip --json > report.json`

export function addImportCommand(parent: Command, terminal: Terminal): void {
  const command = parent
    .command('import')
    .description('import solutions')
    .argument('[FILES...]', 'files in any input format, may be gzipped; "-" for standard input')
    .requiredOption('--project <slug>', 'project slug, as in its URL')
    .addOption(makeFormatOption())
    .addOption(makeSplittingOption())
    .addOption(makeColumnOption())
    .addOption(
      new Option('--invalid-lines <action>', 'reject the file, or skip invalid lines')
        .choices(invalidLinesChoices)
        .default('reject'),
    )
    .addOption(
      new Option(
        '--labels <what>',
        'how to import labels in the data; gold uses them as known answers',
      )
        .choices(labelChoices)
        .default('keep'),
    )
    .option('--requests <FILE>', 'batch requests that the lines respond to')
    .option('--dry-run', 'preview the import without changes')
    .option('--detach', 'return after the start and print the import id')
    .option('--resume <import>', 'continue an import; pass FILE if its upload is incomplete')
    .option('--status <import>', 'print the status of an import')
    .option('--json', 'print one JSON report per file')
    .addHelpText('after', help)
    .action((files: string[], options: Options) => runImport(terminal, files, options))
  addServerOption(command)
}

async function runImport(
  terminal: Terminal,
  files: readonly string[],
  options: Options,
): Promise<void> {
  const server = readServerConnection(terminal, options)
  rejectConflictingOptions(files, options)
  rejectUnusedColumns(options.format, options.column)
  const [{ findUploadableSource }, { withInterruptSignal }, run] = await Promise.all([
    import('@/cli/file-chunks'),
    import('@/cli/interrupt'),
    import('@/cli/run-import'),
  ])
  // Check all files first, so that a typo does not leave a partial import.
  const sources: InputSource[] = []
  for (const file of files) sources.push(await findUploadableSource(terminal, file))
  const { project, format, splitting = 'project', invalidLines, labels, dryRun = false } = options
  const { column: columns = {} } = options
  await withInterruptSignal(async (signal) => {
    const task = {
      context: { terminal, server, project, signal },
      choices: { format, splitting, onInvalidLines: invalidLines, labels, columns, dryRun },
      requests: options.requests,
      detach: options.detach ?? false,
      json: options.json ?? false,
    }
    if (options.status !== undefined) return run.printImportStatus(task, options.status)
    if (options.resume !== undefined)
      return run.resumeImport(task, options.resume, sources[0] ?? null)
    for (const source of sources) await run.importFile(task, source)
  })
}

function rejectConflictingOptions(
  files: readonly string[],
  { resume, status, requests }: Options,
): void {
  const rejectUsage = (reason: string) => {
    throw new UsageError(`${reason} Nothing was imported.`)
  }
  if (resume !== undefined && status !== undefined) rejectUsage('Pass either --resume or --status.')
  if (status !== undefined && files.length > 0) rejectUsage('--status takes no FILE.')
  if (resume !== undefined && files.length > 1) rejectUsage('--resume takes at most one FILE.')
  if (resume === undefined && status === undefined && files.length === 0)
    rejectUsage('No file to import. Pass FILE, or "-" for standard input.')
  if ([...files, requests].filter((file) => file === '-').length > 1)
    rejectUsage('Use "-" only once: standard input can be read once.')
}
