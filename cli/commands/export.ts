import { type Command, Option } from 'commander'
import { UsageError } from '@/cli/errors'
import {
  makeConsensusOption,
  makeConsensusFallbackOption,
  makeNeutralExportOption,
  makePromptSeparatorOption,
  neutralHelp,
  rejectMissingNeutralPolicy,
  rejectUnsupportedConsensus,
  rejectUnusedPromptSeparator,
} from '@/cli/export-options'
import { saveReplyLines } from '@/cli/save-reply-lines'
import {
  addServerOption,
  callServer,
  readServerConnection,
  type ServerConnection,
  type ServerOptions,
} from '@/cli/server-connection'
import { printMessage, type Terminal } from '@/cli/terminal'
import type { exportAnnotationsContract } from '@/lib/exports/contract'
import { excludedHeaderName, parseExcludedHeader } from '@/lib/exports/excluded-header'
import {
  type NeutralPolicy,
  type PromptSeparator,
  joinLabelAndSummary,
  outputFormatDescriptions,
  describeRequiredPart,
  outputFormatNames,
} from '@/lib/formats/format-names'
import type { RequestInputOf } from '@/lib/platform/contract'
import { formatBytes, formatQuantity } from '@/lib/platform/format'

type ExportInput = RequestInputOf<typeof exportAnnotationsContract>

interface Options extends ServerOptions {
  project: string
  format: ExportInput['format']
  neutral?: NeutralPolicy
  promptSeparator?: PromptSeparator
  labels: NonNullable<ExportInput['labels']>
  consensus: NonNullable<ExportInput['consensus']>
  fallback?: NonNullable<ExportInput['fallback']>
  events?: true
  includeQualityControl?: true
  out?: string
}

const labelChoices = ['own', 'imported', 'all'] as const satisfies readonly NonNullable<
  ExportInput['labels']
>[]

const maxNameLength = Math.max(...outputFormatNames.map((name) => name.length))
const formatLines = outputFormatNames.map(
  (name) => `${name.padEnd(maxNameLength)}  ${joinLabelAndSummary(outputFormatDescriptions[name])}`,
)

const help = `
Exports submitted annotations as of one moment, oldest first. With --out the file appears when it is complete; an existing
file stays until then.

${formatLines.join('\n')}

${neutralHelp}

Gold, screening, and imported lines marked as quality control are excluded and counted. --include-quality-control exports them too.

--consensus majority, dawid-skene and adjudicated combine all finished annotations of a solution into one row, by the position
of the first error (not in the stepmark format). Ties are excluded, and only a release counts them. docs/exports.md explains
each.

Example:
  $ stepmark export --project competition-maths --format prm800k > labels.jsonl
  $ stepmark export --project competition-maths --format prm800k --labels own --out own.jsonl
  $ stepmark export --project competition-maths --format stepmark --events -o everything.jsonl
  $ stepmark export --project competition-maths --format trl-stepwise --neutral positive -o trl.jsonl`

export function addExportCommand(parent: Command, terminal: Terminal): void {
  const command = parent
    .command('export')
    .description('export labels')
    .requiredOption('--project <slug>', 'project slug, as in its URL')
    .addOption(
      new Option('--format <name>', 'output format')
        .choices(outputFormatNames)
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--labels <which>', 'labelled in Stepmark (own), imported, or all')
        .choices(labelChoices)
        .default('all'),
    )
    .addOption(makeNeutralExportOption())
    .addOption(makePromptSeparatorOption())
    .addOption(makeConsensusOption())
    .addOption(makeConsensusFallbackOption())
    .option(
      '--include-quality-control',
      'include gold, screening, and imported lines marked as quality control',
    )
    .option('--events', 'include labelling events (stepmark format only)')
    .option('-o, --out <FILE>', 'write to a file instead of standard output')
    .addHelpText('after', help)
    .action((options: Options) => exportLabels(terminal, options))
  addServerOption(command)
}

async function exportLabels(terminal: Terminal, options: Options): Promise<void> {
  const { project, format, neutral, labels, consensus, fallback, events, out } = options
  await rejectConflictingOptions(options)
  const server = readServerConnection(terminal, options)
  const reply = await saveReplyLines(
    server,
    'get /projects/{project}/export',
    {
      project,
      format,
      neutral,
      labels,
      consensus,
      fallback,
      promptSeparator: options.promptSeparator,
      events: events ? 'true' : undefined,
      includeQualityControl: options.includeQualityControl ? 'true' : undefined,
    },
    out,
  )
  const destination = out === undefined ? 'standard output' : out
  // In other formats an annotation can have no line or several, and a header is a line too.
  const countsAnnotations = consensus === 'each' && (format === 'prm800k' || format === 'stepmark')
  const noun = countsAnnotations ? 'annotation' : 'line'
  printMessage(
    terminal,
    `${formatQuantity(reply.lines, noun)}, ${formatBytes(reply.bytes)}, written to ${destination}.`,
  )
  if (await hasNoRows(format, reply.lines)) {
    const requiredPart = await findRequiredPart(server, options)
    const reason = requiredPart === null ? '' : `, or none has ${requiredPart}`
    printMessage(terminal, `Warning: the file has no rows. No annotation was selected${reason}.`)
  }
  const exclusionCounts = parseExcludedHeader(reply.headers.get(excludedHeaderName))
  if (exclusionCounts !== null && exclusionCounts.gold + exclusionCounts.screening > 0)
    printMessage(
      terminal,
      `Excluded: ${exclusionCounts.gold} gold, ${exclusionCounts.screening} screening. Export them too with --include-quality-control.`,
    )
}

/** Null also if the project can't be read: the file is written, so the export must not fail anymore. */
async function findRequiredPart(
  server: ServerConnection,
  { project, format }: Options,
): Promise<string | null> {
  try {
    const { flow } = await callServer(server, 'get /projects/{project}', { project })
    return describeRequiredPart(format, [flow])
  } catch {
    return null
  }
}

async function hasNoRows(format: ExportInput['format'], lines: number): Promise<boolean> {
  const { outputFormats } = await import('@/lib/formats/output-formats')
  return lines === (outputFormats[format].header === null ? 0 : 1)
}

async function rejectConflictingOptions({
  format,
  neutral,
  events,
  consensus,
  fallback,
  promptSeparator,
}: Options): Promise<void> {
  rejectUnsupportedConsensus([format], consensus, fallback)
  rejectUnusedPromptSeparator([format], promptSeparator)
  if (events && format !== 'stepmark')
    throw new UsageError(
      `The format ${format} has no events. Omit --events or use --format stepmark. Nothing was exported.`,
    )
  await rejectMissingNeutralPolicy([format], neutral)
}
