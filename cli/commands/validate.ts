import type { Command } from 'commander'
import type { FileCheckReport } from '@/cli/check-import-file'
import { UsageError } from '@/cli/errors'
import {
  columnAdvice,
  type StartImportInput,
  makeColumnOption,
  makeFormatOption,
  makeSplittingOption,
  rejectUnusedColumns,
} from '@/cli/file-options'
import { LineErrorFileWriter } from '@/cli/line-error-file-writer'
import { LineErrorPrinter } from '@/cli/line-error-printer'
import { openInput } from '@/cli/open-input'
import { printJson, printMessage, type Terminal } from '@/cli/terminal'
import type { ColumnMapping } from '@/lib/formats/column-mapping'
import type { BatchRequestRecord } from '@/lib/formats/input-format'
import { wholeFileLocation } from '@/lib/formats/read-result'
import type { LineError } from '@/lib/formats/record'
import { getFileRecordNoun } from '@/lib/imports/get-file-record-noun'
import { formatQuantity } from '@/lib/platform/format'
import type { SplitStyle } from '@/lib/steps/split-steps'

interface Options {
  format: StartImportInput['format']
  splitting?: SplitStyle | 'auto'
  column?: ColumnMapping
  requests?: string
  errors?: string
  json?: true
}

const help = `
Reads every line as an import does (also gzip), reports invalid lines on standard error (FILE:LINE: location: reason, and the
beginning of the line) and counts the contents. At most 1,000 errors are printed; --errors writes all of them to a file, one
JSON object per line. Needs no server. To compare with the data of a project, use "import --dry-run".

Example:
  $ echo '{"problem": "What is 1 + 1?", "answer": "2", "samples": ["1 + 1 = 3"]}' | stepmark validate`

export function addValidateCommand(parent: Command, terminal: Terminal): void {
  parent
    .command('validate')
    .description('check a file before an import')
    .argument('[FILE]', 'JSONL, JSON or CSV, may be gzipped; standard input if "-" or omitted')
    .addOption(makeFormatOption())
    .addOption(makeSplittingOption())
    .addOption(makeColumnOption())
    .option('--requests <FILE>', 'batch requests that the lines respond to')
    .option('--errors <FILE>', 'write all errors to a file, one JSON object per line')
    .option('--json', 'print the summary as JSON')
    .addHelpText('after', help)
    .action((file: string | undefined, options: Options) => validate(terminal, file, options))
}

async function validate(
  terminal: Terminal,
  file: string | undefined,
  options: Options,
): Promise<void> {
  rejectUnusedColumns(options.format, options.column)
  const { checkImportFile } = await import('@/cli/check-import-file')
  if (options.requests === '-' && (file ?? '-') === '-') {
    throw new UsageError('Use "-" only once: standard input can be read once. Nothing was checked.')
  }
  await withErrorReports(terminal, file, options, async (report) => {
    const requests =
      options.requests === undefined ? null : await readRequests(terminal, options.requests, report)
    if (requests === 'unusable') return
    const { name, chunks } = await openInput(terminal, file)
    let columns: readonly string[] | null = null
    const summary = await report(name, (onLineError) =>
      checkImportFile(chunks, {
        onHeader: (names) => (columns = names),
        format: options.format,
        splitting: options.splitting ?? 'auto',
        columns: options.column,
        requests,
        onLineError,
      }),
    )
    if (options.json) printJson(terminal, summary)
    else printMessage(terminal, describeReport(name, summary, columns))
    if (summary.invalidLines > 0 || summary.lines === 0) terminal.status = 1
  })
}

/** Runs a check of a file and reports the line errors that it finds. */
type ReportLineErrors = <T>(
  name: string,
  check: (onLineError: (error: LineError) => void) => Promise<T>,
) => Promise<T>

/** Prints errors, and writes them to the file of `--errors`. */
async function withErrorReports(
  terminal: Terminal,
  file: string | undefined,
  options: Options,
  run: (report: ReportLineErrors) => Promise<void>,
): Promise<void> {
  const path = options.errors
  const inputs = [file, ...(options.requests === undefined ? [] : [options.requests])]
  const errorFile = path === undefined ? null : LineErrorFileWriter.open(path, inputs)
  const hint = path === undefined ? 'To write all of them to a file, use --errors FILE.' : ''
  try {
    await run(async (name, check) => {
      const errorPrinter = new LineErrorPrinter(terminal, name, hint)
      try {
        return await check((error) => {
          errorPrinter.report(error)
          errorFile?.add(error)
        })
      } finally {
        errorPrinter.end()
      }
    })
  } finally {
    errorFile?.close()
    if (errorFile && errorFile.count > 0)
      printMessage(terminal, `${formatQuantity(errorFile.count, 'error')} written to ${path}.`)
  }
}

/** The requests in a file, or `unusable` after reporting its errors. */
async function readRequests(
  terminal: Terminal,
  file: string,
  report: ReportLineErrors,
): Promise<ReadonlyMap<string, BatchRequestRecord> | 'unusable'> {
  const { readBatchRequestFile } = await import('@/cli/read-batch-request-file')
  const { name, chunks } = await openInput(terminal, file)
  const { requests, errors } = await report(name, async (onLineError) => {
    const requestFile = await readBatchRequestFile(chunks)
    requestFile.errors.forEach(onLineError)
    return requestFile
  })
  if (errors.length === 0) return requests
  const count = formatQuantity(errors.length, 'problem')
  printMessage(
    terminal,
    `${name}: ${count} in the requests. Fix them first: the responses were not checked.`,
  )
  terminal.status = 1
  return 'unusable'
}

function describeReport(
  name: string,
  report: FileCheckReport,
  columns: readonly string[] | null,
): string {
  if (report.lines === 0) return `${name}: the file is empty.`
  if (report.lineErrors.some(({ location }) => location === wholeFileLocation))
    return `${name}: the file can’t be read.${columns === null ? '' : ` ${columnAdvice}`}`
  const formats = report.formats.join(', ')
  const noun = getFileRecordNoun({ columns, formats, fileName: name })
  const counts = [
    formatQuantity(report.lines, noun),
    formatQuantity(report.problems, 'problem'),
    formatQuantity(report.solutions, 'solution'),
    formatQuantity(report.steps, 'step'),
    formatQuantity(report.annotations, 'annotation'),
  ]
  if (report.duplicates > 0)
    counts.push(`${formatQuantity(report.duplicates, 'duplicate')} (counted once)`)
  const formatText = formats === '' ? '' : ` (${formats})`
  return `${name}: ${counts.join(', ')}${formatText}. ${describeVerdict(report, noun)}`
}

function describeVerdict({ lines, invalidLines }: FileCheckReport, noun: string): string {
  if (invalidLines === 0) return `All ${noun}s are valid.`
  if (invalidLines === lines) return `All ${noun}s are invalid.`
  const count = formatQuantity(invalidLines, noun)
  return `${count} invalid: fix ${invalidLines === 1 ? 'it' : 'them'}, or import the others with --invalid-lines skip.`
}
