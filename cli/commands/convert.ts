import { type Command, Option } from 'commander'
import type { ConsensusExclusionReason } from '@/cli/consensus-builder'
import type { ConversionReport } from '@/cli/convert-file'
import { UsageError } from '@/cli/errors'
import {
  makeConsensusOption,
  makeNeutralExportOption,
  makePromptSeparatorOption,
  neutralHelp,
  rejectMissingNeutralPolicy,
  rejectUnsupportedConsensus,
  rejectUnusedPromptSeparator,
} from '@/cli/export-options'
import { inputFormatChoices } from '@/cli/file-options'
import { printMessage, type Terminal } from '@/cli/terminal'
import type { ConsensusName } from '@/lib/exports/consensus-names'
import {
  type FormatDescription,
  joinLabelAndSummary,
  inputFormatDescriptions,
  type InputFormatName,
  type NeutralPolicy,
  outputFormatDescriptions,
  outputFormatNames,
  type OutputFormatName,
  type PromptSeparator,
} from '@/lib/formats/format-names'
import { formatQuantity } from '@/lib/platform/format'

interface Options {
  from: InputFormatName | 'auto'
  to: OutputFormatName
  neutral?: NeutralPolicy
  promptSeparator?: PromptSeparator
  consensus: ConsensusName
}

const listFormats = (descriptions: Readonly<Record<string, FormatDescription>>) =>
  Object.entries(descriptions)
    .map(([name, format]) => `  ${name.padEnd(18)}${joinLabelAndSummary(format)}`)
    .join('\n')

const help = `
Writes to standard output every annotation that the target format can express, including unfinished ones, and reports invalid
lines on standard error. Reads gzip. Needs no server. Does not exclude gold or screening; releases do. Exits with 1 if a line
is invalid or nothing was written.

${neutralHelp}

--consensus majority and dawid-skene combine the finished annotations of a solution into one row, by the position of the first
error. They need lines that name the annotator (stepmark, prm800k). Ties are excluded. The whole file is read before output.

Input formats (auto detects the format per line):
${listFormats(inputFormatDescriptions)}

Output formats (examples in docs/exports.md):
${listFormats(outputFormatDescriptions)}

Example:
  $ echo '{"input": "1 + 1 =", "steps": ["So 3."], "answer": "3", "target": "2", "mistake_index": 0}' |
      stepmark convert --to trl-stepwise --neutral negative`

export function addConvertCommand(parent: Command, terminal: Terminal): void {
  parent
    .command('convert')
    .description('convert labelled data to another format')
    .argument('[FILE]', 'JSONL, JSON or CSV, may be gzipped; standard input if "-" or omitted')
    .addOption(
      new Option('--from <name>', 'input format').choices(inputFormatChoices).default('auto'),
    )
    .addOption(
      new Option('--to <name>', 'output format').choices(outputFormatNames).makeOptionMandatory(),
    )
    .addOption(makeNeutralExportOption())
    .addOption(makePromptSeparatorOption())
    .addOption(makeConsensusOption())
    .addHelpText('after', help)
    .action((file: string | undefined, options: Options) => convert(terminal, file, options))
}

async function convert(
  terminal: Terminal,
  file: string | undefined,
  { from, to, neutral, promptSeparator, consensus }: Options,
): Promise<void> {
  if (consensus === 'adjudicated')
    throw new UsageError(
      'A file does not contain adjudications. Use "stepmark export" or "release create" for them, or use ' +
        '--consensus majority or dawid-skene here. Nothing was written.',
    )
  rejectUnsupportedConsensus([to], consensus, undefined)
  rejectUnusedPromptSeparator([to], promptSeparator)
  await rejectMissingNeutralPolicy([to], neutral)
  const { convertFile } = await import('@/cli/convert-file')
  const report = await convertFile(terminal, file, {
    from,
    to,
    neutral: neutral ?? null,
    promptSeparator,
    consensus: consensus === 'each' ? null : consensus,
  })
  printMessage(terminal, describeReport(report, to))
  if (report.invalidLines > 0 || report.written === 0) terminal.status = 1
}

function describeReport(report: ConversionReport, to: OutputFormatName): string {
  const { name, lines, invalidLines, unlabelled, inexpressible, written } = report
  if (lines === 0) return `${name}: the file is empty.`
  const counts = [
    `${formatQuantity(lines, 'line')} read`,
    `${formatQuantity(written, 'line')} written`,
  ]
  if (unlabelled > 0) counts.push(`${formatQuantity(unlabelled, 'line')} without labels`)
  if (inexpressible > 0)
    counts.push(`${formatQuantity(inexpressible, 'line')} without an equivalent in ${to}`)
  if (invalidLines > 0) counts.push(`${formatQuantity(invalidLines, 'line')} invalid`)
  const hasOutput = written > 0 || (unlabelled + inexpressible === 0 && report.excluded.size > 0)
  const explanation = hasOutput ? '' : ` ${explainNoOutput(report, to)}`
  const exclusions = [...report.excluded].map(
    ([reason, count]) => `${count} ${exclusionLabels[reason]}`,
  )
  const exclusionText =
    exclusions.length > 0 ? ` Annotations excluded: ${exclusions.join('; ')}.` : ''
  return `${name}: ${counts.join(', ')}.${explanation}${exclusionText}`
}

const exclusionLabels: Readonly<Record<ConsensusExclusionReason, string>> = {
  unfinished: 'given up or marked as a bad problem',
  irregular: 'that break the labelling rules',
  outdatedSteps: 'of steps that were split differently later',
  choice: 'of step choice, which has no consensus',
  duplicateAnnotator: 'superseded by the same annotator',
  notLatest: 'older than the latest of their solution',
  tied: 'of solutions with a tie, which need adjudication',
}

/** Why nothing was written. */
function explainNoOutput(
  { unlabelled, inexpressible }: ConversionReport,
  to: OutputFormatName,
): string {
  if (unlabelled + inexpressible === 0) return 'Nothing was converted.'
  if (inexpressible === 0) return 'Nothing was converted: the file has no labels.'
  const reason = `the format ${to} can’t express these labels (see docs/exports.md)`
  return `Nothing was converted: ${reason}.`
}
