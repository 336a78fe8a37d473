import type { Command } from 'commander'
import type { FileReport } from '@/cli/check-file'
import {
  type ImportInput,
  makeColumnOption,
  makeFormatOption,
  makeSplittingOption,
  refuseColumns,
} from '@/cli/file-options'
import { tellLineProblem } from '@/cli/line-problems'
import { openInput } from '@/cli/open-input'
import { UsageError } from '@/cli/refusals'
import { printJson, say, type Shell } from '@/cli/shell'
import type { ColumnChoice } from '@/lib/formats/column-choice'
import type { RequestRecord } from '@/lib/formats/input-format'
import type { SplitStyle } from '@/lib/steps/split-steps'
import { formatNoun } from '@/lib/platform/format'

interface Options {
  format: ImportInput['format']
  splitting?: SplitStyle | 'auto'
  column?: ColumnChoice
  requests?: string
  json?: true
}

const help = `
Reads every line as an import does (gzip is unpacked), names each that cannot be used on standard error (FILE:LINE: place: reason, and how
the line begins) and counts what is there. Needs no server. What a project holds already it cannot know: for that there
is "import --dry-run".

Example:
  $ echo '{"problem": "What is 1 + 1?", "answer": "2", "samples": ["1 + 1 = 3"]}' | stepmark validate`

export function addValidate(parent: Command, shell: Shell): void {
  parent
    .command('validate')
    .description('check a file before it is imported')
    .argument('[FILE]', 'JSONL, JSON or CSV, gzip or not; "-" or nothing for standard input')
    .addOption(makeFormatOption())
    .addOption(makeSplittingOption())
    .addOption(makeColumnOption())
    .option('--requests <FILE>', 'the requests that the lines of a batch answer')
    .option('--json', 'the summary as JSON on standard output')
    .addHelpText('after', help)
    .action((file: string | undefined, options: Options) => validate(shell, file, options))
}

async function validate(shell: Shell, file: string | undefined, options: Options): Promise<void> {
  refuseColumns(options.format, options.column)
  const { checkFile } = await import('@/cli/check-file')
  if (options.requests === '-' && (file ?? '-') === '-') {
    throw new UsageError('Standard input is either the file or its requests. Nothing was done.')
  }
  const requests =
    options.requests === undefined ? null : await readRequestsOf(shell, options.requests)
  if (requests === 'unusable') return
  const { name, chunks } = await openInput(shell, file)
  const report = await checkFile(chunks, {
    format: options.format,
    splitting: options.splitting ?? 'auto',
    columns: options.column,
    requests,
    onProblem: (problem) => tellLineProblem(shell, name, problem),
  })
  if (options.json) printJson(shell, report)
  else say(shell, describeReport(name, report))
  if (report.refused > 0 || report.lines === 0) shell.status = 1
}

/** The requests in a file, or after every one was named that cannot be used: nothing. */
async function readRequestsOf(
  shell: Shell,
  file: string,
): Promise<ReadonlyMap<string, RequestRecord> | 'unusable'> {
  const { checkRequests } = await import('@/cli/check-requests')
  const { name, chunks } = await openInput(shell, file)
  const { requests, problems } = await checkRequests(chunks)
  if (problems.length === 0) return requests
  for (const problem of problems) tellLineProblem(shell, name, problem)
  const count = formatNoun(problems.length, 'fault')
  say(shell, `${name}: ${count} in the requests. Mend them first: the answers were not checked.`)
  shell.status = 1
  return 'unusable'
}

function describeReport(name: string, report: FileReport): string {
  if (report.lines === 0) return `${name}: the file is empty, there is nothing to import.`
  const counts = [
    formatNoun(report.lines, 'line'),
    formatNoun(report.problems, 'problem'),
    formatNoun(report.solutions, 'solution'),
    formatNoun(report.steps, 'step'),
    formatNoun(report.annotations, 'annotation'),
  ]
  if (report.repeated > 0) counts.push(`${formatNoun(report.repeated, 'solution')} repeated`)
  const format = report.formats.length > 0 ? ` (${report.formats.join(', ')})` : ''
  const verdict = describeVerdict(report)
  return `${name}: ${counts.join(', ')}${format}. ${verdict}`
}

function describeVerdict({ lines, refused }: FileReport): string {
  if (refused === 0) return 'Every line can be used.'
  if (refused === lines) return 'No line can be used.'
  const count = formatNoun(refused, 'line')
  return `${count} cannot be used: mend ${refused === 1 ? 'it' : 'them'}, or import the others with --take valid-lines.`
}
