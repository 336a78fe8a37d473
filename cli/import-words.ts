import { formatBytes, formatNoun } from '@/lib/platform/format'
import { AppError, type ErrorCode } from '@/lib/platform/errors'
import { readLines } from '@/lib/formats/read-lines'
import type { LineProblem } from '@/lib/formats/record'
import { type ImportCalls, type ImportReport, readImportReport } from './import-calls'
import { tellLineProblem } from './line-problems'
import { say } from './shell'

/** Names every line that cannot be used, as `validate` does: from the report, which has all of them. */
export async function tellBadLines(
  calls: ImportCalls,
  fileName: string,
  report: ImportReport,
): Promise<void> {
  if (report.refused === 0) return
  let told = 0
  const tell = (problem: LineProblem) => {
    tellLineProblem(calls.shell, fileName, problem)
    told += 1
  }
  try {
    const response = await readImportReport(calls, report.import)
    for await (const line of readLines(response.body ?? noBytes(), reportLimits))
      if ('text' in line) tell(JSON.parse(line.text) as LineProblem)
  } catch (error) {
    calls.signal.throwIfAborted()
    // The first of them came with the result; what is missing is said.
    for (const problem of report.problemsByLine.slice(told)) tell(problem)
    const reason = error instanceof Error ? error.message : 'unknown reason'
    say(calls.shell, `The list of lines that cannot be used may be cut here: ${reason}`)
  }
}

const reportLimits = { lineBytes: 1024 * 1024 }

async function* noBytes(): AsyncGenerator<Uint8Array> {
  // A reply without a body.
}

/** What became of a file, or would become of it, in words. */
export function describeImport(name: string, project: string, report: ImportReport): string {
  const { state, import: id, message } = report
  const size = `${formatNoun(report.lines, 'line')}, ${formatBytes(report.receivedBytes)}`
  const format = report.formats === '' || report.formats === 'unknown' ? '' : ` (${report.formats})`
  const file = `${name}: ${size}${format}.`
  const again = `stepmark import --resume ${id} --project ${project}`
  switch (state) {
    case 'done':
      return `${file}\n${describeCounts(report)}`
    case 'checked':
      return (
        `${file} Nothing was changed; an import would add:\n${describeCounts(report)}\n` +
        `It is on the server: "${again}" imports it without sending it again.`
      )
    case 'refused': {
      const others = `, or take the others with "${again} --take valid-lines"`
      return (
        `${file} ${formatNoun(report.refused, 'line')} cannot be used, so nothing was imported. ` +
        `Mend and import the file again${report.refused < report.lines ? others : ''}.`
      )
    }
    case 'failed':
      return `${name}: ${message ?? 'The import failed.'}`
    case 'cancelled':
      return `${name}: The import was cancelled. Nothing of it stays.`
    case 'receiving':
      return `${name}: ${formatBytes(report.receivedBytes)} are on the server. To send the rest: "stepmark import FILE --resume ${id} --project ${project}".`
    default:
      return `${name}: ${formatNoun(report.readLines, 'line')}, ${formatBytes(report.readBytes)} of ${formatBytes(report.receivedBytes)} are read. To go on watching: "${again}".`
  }
}

function describeCounts(report: ImportReport): string {
  const counts = [
    formatNoun(report.problems, 'problem'),
    formatNoun(report.solutions, 'solution'),
    formatNoun(report.labellings, 'labelling'),
  ]
  if (report.gold > 0) counts.push(formatNoun(report.gold, 'known answer'))
  const rows = [
    `  new: ${counts.join(', ')}`,
    `  into the queue: ${formatNoun(report.queued, 'solution')}`,
  ]
  if (report.unserved > 0)
    rows.push(
      `  kept, not served (of another flow, or without steps): ${formatNoun(report.unserved, 'solution')}`,
    )
  if (report.repeated > 0)
    rows.push(`  here already and left alone: ${formatNoun(report.repeated, 'solution')}`)
  if (report.refused > 0)
    rows.push(`  left out: ${formatNoun(report.refused, 'line')}, named above`)
  return rows.join('\n')
}

/** How the command ends: what cannot be used, or did not come in, is an error of the data. */
export function isBad({ state, refused }: ImportReport): boolean {
  return refused > 0 || ['refused', 'failed', 'cancelled'].includes(state)
}

/** After trouble on the way: how to come back to what is on the server. */
export function tellWhatStays(
  { shell, project }: ImportCalls,
  name: string,
  { id, isStarted }: { id: string; isStarted: boolean },
  error: unknown,
): void {
  // Of a refusal there is nothing to be resumed.
  if (!(error instanceof AppError) || !passing.has(error.code)) return
  const file = name === '-' ? 'FILE' : name
  say(
    shell,
    isStarted
      ? `The import goes on by itself: "stepmark import --status ${id} --project ${project}" says how far it is.`
      : `What was sent stays on the server. To go on: "stepmark import ${file} --resume ${id} --project ${project}".`,
  )
}

const passing: ReadonlySet<ErrorCode> = new Set(['unavailable', 'internal', 'rate_limited'])
