import { readLines } from '@/lib/formats/read-lines'
import { wholeFileLocation } from '@/lib/formats/read-result'
import type { LineError } from '@/lib/formats/record'
import { getFileRecordNoun } from '@/lib/imports/get-file-record-noun'
import { duplicateReason, listNotQueued } from '@/lib/imports/list-not-queued'
import { AppError, type ErrorCode } from '@/lib/platform/errors'
import { formatBytes, formatQuantity } from '@/lib/platform/format'
import { describeMissingWorker } from './describe-missing-worker'
import { OperationContinuesError } from './errors'
import { columnAdvice } from './file-options'
import { type ImportContext, type ImportReport, requestImportErrors } from './import-requests'
import { LineErrorPrinter } from './line-error-printer'
import { printMessage } from './terminal'

/** Reports the invalid lines from the report file, like `validate`. */
export async function reportInvalidLines(
  context: ImportContext,
  fileName: string,
  report: ImportReport,
): Promise<void> {
  if (report.invalidLines === 0) return
  let reportedCount = 0
  const { terminal, server, project } = context
  const page = `${server.baseUrl}/projects/${project}/data/imports/${report.import}`
  const errorPrinter = new LineErrorPrinter(terminal, fileName, `To download all of them: ${page}`)
  const reportLineError = (error: LineError) => {
    errorPrinter.report(error)
    reportedCount += 1
  }
  try {
    const response = await requestImportErrors(context, report.import)
    for await (const line of readLines(response.body ?? noBytes(), reportLimits))
      if ('text' in line) reportLineError(JSON.parse(line.text) as LineError)
  } catch (error) {
    context.signal.throwIfAborted()
    // The import report has the first errors. The message says that the list can be incomplete.
    for (const lineError of report.lineErrors.slice(reportedCount)) reportLineError(lineError)
    const reason = error instanceof Error ? error.message : 'unknown reason'
    const nouns = `${getFileRecordNoun(report)}s`
    printMessage(context.terminal, `The list of invalid ${nouns} may be incomplete: ${reason}`)
  } finally {
    errorPrinter.end()
  }
}

const reportLimits = { lineBytes: 1024 * 1024 }

async function* noBytes(): AsyncGenerator<Uint8Array> {
  // A reply without a body.
}

function describeWaitingSentence({ waitingFor }: ImportReport): string {
  const waitingSentence = describeMissingWorker(waitingFor)
  return waitingSentence === null ? '' : `${waitingSentence} `
}

/** Describes the result or the preview of an import. */
export function describeImport(name: string, project: string, report: ImportReport): string {
  const { state, import: id, message } = report
  const noun = getFileRecordNoun(report)
  const size = `${formatQuantity(report.lines, noun)}, ${formatBytes(report.receivedBytes)}`
  const format = report.formats === '' || report.formats === 'unknown' ? '' : ` (${report.formats})`
  const file = `${name}: ${size}${format}.`
  const resumeCommand = `stepmark import --resume ${id} --project ${project}`
  switch (state) {
    case 'done':
      return `${file}\n${describeCounts(report)}`
    case 'checked':
      return `${file} ${describeDryRun(report, resumeCommand)}`
    case 'rejected': {
      const skipAdvice = `, or import the valid ${noun}s with "${resumeCommand} --invalid-lines skip"`
      return (
        `${file} ${formatQuantity(report.invalidLines, noun)} invalid, so nothing was imported. ` +
        `Fix the file and import it again${report.invalidLines < report.lines ? skipAdvice : ''}.` +
        (isUnreadableTable(report) ? ` ${columnAdvice}` : '')
      )
    }
    case 'failed':
      return `${name}: ${message ?? 'The import failed.'}`
    case 'cancelled':
      return `${name}: The import was cancelled. Nothing was imported.`
    case 'receiving':
      return `${name}: The server has received ${formatBytes(report.receivedBytes)}. To send the rest: stepmark import FILE --resume ${id} --project ${project}`
    default:
      return `${name}: The server has read ${formatQuantity(report.readLines, noun)}, ${formatBytes(report.readBytes)} of ${formatBytes(report.receivedBytes)}. ${describeWaitingSentence(report)}To follow it: ${resumeCommand}`
  }
}

function describeDryRun(report: ImportReport, resumeCommand: string): string {
  const { invalidLines, lines, options } = report
  const noun = getFileRecordNoun(report)
  const rejection = `Nothing was changed. An import would be rejected (${formatQuantity(invalidLines, `invalid ${noun}`)}).`
  if (invalidLines >= lines) return rejection
  const intro =
    invalidLines === 0 || options?.onInvalidLines === 'skip'
      ? 'Nothing was changed. An import would give:'
      : `${rejection} With --invalid-lines skip it would give:`
  return (
    `${intro}\n${describeCounts(report)}\n` +
    `To import ${invalidLines > 0 ? `the valid ${noun}s` : 'it'} without uploading again: ${resumeCommand}${formatResumeOptions(report)}`
  )
}

const isUnreadableTable = ({ columns, lineErrors }: ImportReport) =>
  columns !== null && lineErrors.some(({ location }) => location === wholeFileLocation)

/** The options of a dry run, because resuming it does not repeat them. Without `skip`, an invalid line rejects the file. */
function formatResumeOptions({ options, invalidLines }: ImportReport): string {
  if (options === null) return ''
  const { format, splitting, labels, columns = {} } = options
  return [
    ...(format === 'auto' ? [] : ['--format', format]),
    ...(splitting === 'project' ? [] : ['--splitting', splitting]),
    ...Object.entries(columns).flatMap((column) => ['--column', quoteArgument(column.join('='))]),
    ...(labels === 'keep' ? [] : ['--labels', labels]),
    ...(invalidLines > 0 || options.onInvalidLines === 'skip' ? ['--invalid-lines', 'skip'] : []),
  ]
    .map((word) => ` ${word}`)
    .join('')
}

const quoteArgument = (text: string) =>
  /^[\w=-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`

function describeCounts(report: ImportReport): string {
  const noun = getFileRecordNoun(report)
  const counts = [
    formatQuantity(report.problems, 'problem'),
    formatQuantity(report.solutions, 'solution'),
    formatQuantity(report.annotations, 'annotation'),
  ]
  if (report.gold > 0) counts.push(formatQuantity(report.gold, 'gold answer'))
  const rows = [
    `  new: ${counts.join(', ')}`,
    `  queued: ${formatQuantity(report.queued, 'solution')}`,
  ]
  for (const { count, reason } of listNotQueued(report))
    rows.push(`  not queued (${reason}): ${formatQuantity(count, 'solution')}`)
  const splitting = report.options?.splitting ?? 'project'
  if (splitting !== 'project' && report.presplitSolutions > 0)
    rows.push(`  --splitting ignored: ${describePresplit(report.presplitSolutions)} in the file`)
  if (report.duplicates > 0)
    rows.push(`  duplicates (${duplicateReason}): ${formatQuantity(report.duplicates, 'solution')}`)
  const { solutions: differing, lines } = report.conflictingScores
  if (differing > 0)
    rows.push(
      `  different scores, not changed: ${formatQuantity(differing, 'solution')} (${describeLines(noun, lines, differing)}). To change them, use "stepmark score import"`,
    )
  if (report.invalidLines > 0)
    rows.push(`  invalid: ${formatQuantity(report.invalidLines, noun)}, listed above`)
  return rows.join('\n')
}

const describePresplit = (count: number) =>
  `${formatQuantity(count, 'solution')} ${count === 1 ? 'has its' : 'have their'} steps`

/** `line 3`, `lines 3, 4 and more` */
function describeLines(noun: string, lines: readonly number[], solutions: number): string {
  const suffix = solutions > lines.length ? ' and more' : ''
  return `${noun}${lines.length === 1 ? '' : 's'} ${lines.join(', ')}${suffix}`
}

/** Whether the exit status is 1. */
export function hasImportErrors({ state, invalidLines }: ImportReport): boolean {
  return invalidLines > 0 || ['rejected', 'failed', 'cancelled'].includes(state)
}

/** Progress of an import. `starting`: it may or may not have started. */
export type ImportStartStage = 'sending' | 'starting' | 'started'

/** The error, with how to continue the import on the server. */
export function explainInterruptedImport(
  { project }: Pick<ImportContext, 'project'>,
  name: string,
  { id, stage }: { id: string; stage: ImportStartStage },
  error: unknown,
): unknown {
  if (!(error instanceof AppError)) return error
  const [status, resume] = ['--status', '--resume'].map(
    (option) => `stepmark import ${option} ${id} --project ${project}`,
  )
  if (stage === 'started')
    return new OperationContinuesError(
      error.code === 'not_found'
        ? `The import ${id} is no longer visible, because the project or your membership was removed. If you get access again: ${status}`
        : `The import ${id} continues on the server. To see its progress: ${status}, or to follow it: ${resume}`,
      error,
    )
  // A rejected request can't be resumed.
  if (!resumableErrors.has(error.code)) return error
  if (stage === 'starting')
    return new OperationContinuesError(
      `The file is on the server and the import ${id} may have started. To check: ${status}`,
      error,
    )
  const file = name === '-' ? 'FILE' : name
  return new OperationContinuesError(
    `The server keeps what was sent. To continue: stepmark import ${file} --resume ${id} --project ${project}`,
    error,
  )
}

/** Errors that a retry or another token can solve. */
const resumableErrors: ReadonlySet<ErrorCode> = new Set([
  'unavailable',
  'internal',
  'rate_limited',
  'unauthenticated',
  'forbidden',
])
