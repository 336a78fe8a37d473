import { formatBytes, formatNoun } from '@/lib/platform/format'
import { AppError, type ErrorCode } from '@/lib/platform/errors'
import { readLines } from '@/lib/formats/read-lines'
import type { LineProblem } from '@/lib/formats/record'
import { type ImportCalls, type ImportReport, readImportReport } from './import-calls'
import { tellLineProblem } from './line-problems'
import { LeftOnServer } from './refusals'
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
      return `${name}: The server has ${formatBytes(report.receivedBytes)} of it. To send the rest: "stepmark import FILE --resume ${id} --project ${project}".`
    default:
      return `${name}: The server has read ${formatNoun(report.readLines, 'line')}, ${formatBytes(report.readBytes)} of ${formatBytes(report.receivedBytes)}. To go on watching: "${again}".`
  }
}

function describeCounts(report: ImportReport): string {
  const counts = [
    formatNoun(report.problems, 'problem'),
    formatNoun(report.solutions, 'solution'),
    formatNoun(report.annotations, 'annotation'),
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
    rows.push(
      `  here already or twice in the file, and left alone: ${formatNoun(report.repeated, 'solution')}`,
    )
  const { solutions: differing, lines } = report.otherScores
  if (differing > 0)
    rows.push(
      `  scores differ and are left alone: ${formatNoun(differing, 'solution')} (${describeLines(lines, differing)}): use "stepmark score import"`,
    )
  if (report.refused > 0)
    rows.push(`  left out: ${formatNoun(report.refused, 'line')}, named above`)
  return rows.join('\n')
}

/** `line 3`, `lines 3, 4 and more` */
function describeLines(lines: readonly number[], solutions: number): string {
  const more = solutions > lines.length ? ' and more' : ''
  return `${lines.length === 1 ? 'line' : 'lines'} ${lines.join(', ')}${more}`
}

/** How the command ends: what cannot be used, or did not come in, is an error of the data. */
export function isBad({ state, refused }: ImportReport): boolean {
  return refused > 0 || ['refused', 'failed', 'cancelled'].includes(state)
}

/** How far an import came: while it is being started nobody can tell. */
export type ImportStage = 'sending' | 'starting' | 'started'

/** The trouble on the way, with how to come back to what is on the server. */
export function explainWhatStays(
  { project }: Pick<ImportCalls, 'project'>,
  name: string,
  { id, stage }: { id: string; stage: ImportStage },
  error: unknown,
): unknown {
  if (!(error instanceof AppError)) return error
  const [status, resume] = ['--status', '--resume'].map(
    (option) => `"stepmark import ${option} ${id} --project ${project}"`,
  )
  if (stage === 'started')
    return new LeftOnServer(
      error.code === 'not_found'
        ? `The import ${id} was under way, and is not to be seen any more: the project, or your place in it, is gone. If you see it again: ${status}.`
        : `The import ${id} goes on on the server by itself: ${status} says how far it is, ${resume} watches it to its end.`,
      error,
    )
  // Of a refusal there is nothing to be resumed.
  if (!leaving.has(error.code)) return error
  if (stage === 'starting')
    return new LeftOnServer(
      `The file is on the server, and the import ${id} may have begun: ${status} says so.`,
      error,
    )
  const file = name === '-' ? 'FILE' : name
  return new LeftOnServer(
    `What was sent stays on the server. To go on: "stepmark import ${file} --resume ${id} --project ${project}".`,
    error,
  )
}

/** Trouble that another try, or another token, may not meet. */
const leaving: ReadonlySet<ErrorCode> = new Set([
  'unavailable',
  'internal',
  'rate_limited',
  'unauthenticated',
  'forbidden',
])
