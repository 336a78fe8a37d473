import { type Command, Option } from 'commander'
import {
  type ImportInput,
  makeColumnOption,
  makeFormatOption,
  makeSplittingOption,
  refuseColumns,
} from '@/cli/file-options'
import type { Source } from '@/cli/open-input'
import { UsageError } from '@/cli/refusals'
import { addServerOption, findServer, type ServerOptions } from '@/cli/server'
import type { Shell } from '@/cli/shell'

interface Options extends ServerOptions {
  project: string
  format: ImportInput['format']
  splitting?: ImportInput['splitting']
  column?: ImportInput['columns']
  take: ImportInput['take']
  labels: ImportInput['labels']
  requests?: string
  dryRun?: true
  resume?: string
  status?: string
  detach?: true
  json?: true
}

const takeChoices = ['all', 'valid-lines'] as const satisfies readonly ImportInput['take'][]
const labelChoices = [
  'keep',
  'gold',
  'leave-out',
] as const satisfies readonly ImportInput['labels'][]

const help = `
Each FILE goes to the server in pieces, gzip as it is, and comes in whole or not at all. What is there already is left
alone: the same file twice adds nothing. Lines that cannot be used are named as "validate" names them, all of them.
When the network goes away it is tried again for a minute; then --resume goes on where the server is.
Ctrl-C cancels the import on the server; once more leaves at once.

Example:
  $ stepmark import candidates.jsonl --project competition-maths
  $ gzip -c candidates.jsonl | stepmark import - --project competition-maths --dry-run
  $ id=$(stepmark import candidates.jsonl --project competition-maths --detach)
  $ stepmark import table.csv --project competition-maths --column problem=Question --column text=Output
  $ stepmark import candidates.jsonl --project competition-maths --take valid-lines --json > report.json`

export function addImport(parent: Command, shell: Shell): void {
  const command = parent
    .command('import')
    .description('bring solutions in')
    .argument('[FILES...]', 'in any format that it reads, gzip or not; "-" for standard input')
    .requiredOption('--project <name>', 'the project, by its name in addresses')
    .addOption(makeFormatOption())
    .addOption(makeSplittingOption())
    .addOption(makeColumnOption())
    .addOption(
      new Option('--take <which>', 'all: one bad line refuses the file')
        .choices(takeChoices)
        .default('all'),
    )
    .addOption(
      new Option('--labels <what>', 'those that come with the data; gold: as known answers')
        .choices(labelChoices)
        .default('keep'),
    )
    .option('--requests <FILE>', 'the requests that the lines of a batch answer')
    .option('--dry-run', 'say what would come in, and change nothing')
    .option('--detach', 'end when the server has it all, and print the name of the import')
    .option('--resume <import>', 'go on with an import: FILE where a part of it was sent')
    .option('--status <import>', 'say how far an import is, or what became of it')
    .option('--json', 'reports as JSON on standard output, one after another')
    .addHelpText('after', help)
    .action((files: string[], options: Options) => runImport(shell, files, options))
  addServerOption(command)
}

async function runImport(shell: Shell, files: readonly string[], options: Options): Promise<void> {
  const server = findServer(options)
  refuseMixtures(files, options)
  refuseColumns(options.format, options.column)
  const [{ findSendable }, { withInterrupt }, run] = await Promise.all([
    import('@/cli/file-pieces'),
    import('@/cli/interrupt'),
    import('@/cli/run-import'),
  ])
  // Before the first is sent: a name that was typed wrongly should leave nothing half done.
  const sources: Source[] = []
  for (const file of files) sources.push(await findSendable(shell, file))
  const { project, format, splitting = 'project', take, labels, dryRun = false } = options
  const { column: columns = {} } = options
  await withInterrupt(async (signal) => {
    const task = {
      calls: { shell, server, project, signal },
      choices: { format, splitting, take, labels, columns, dryRun },
      requests: options.requests,
      detach: options.detach ?? false,
      json: options.json ?? false,
    }
    if (options.status !== undefined) return run.tellImport(task, options.status)
    if (options.resume !== undefined)
      return run.resumeImport(task, options.resume, sources[0] ?? null)
    for (const source of sources) await run.importFile(task, source)
  })
}

function refuseMixtures(files: readonly string[], { resume, status, requests }: Options): void {
  const refuse = (words: string) => {
    throw new UsageError(`${words} Nothing was done.`)
  }
  if (resume !== undefined && status !== undefined) refuse('Choose one of --resume and --status.')
  if (status !== undefined && files.length > 0) refuse('--status takes no FILE.')
  if (resume !== undefined && files.length > 1) refuse('--resume takes one FILE, or none.')
  if (resume === undefined && status === undefined && files.length === 0)
    refuse('Name the FILE to import; "-" is standard input.')
  if ([...files, requests].filter((file) => file === '-').length > 1)
    refuse('Standard input can be read once.')
}
