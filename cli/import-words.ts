import { formatBytes, formatNoun } from '@/lib/platform/format'
import type { runImportContract } from '@/lib/imports/contract'
import type { ReplyOf } from '@/lib/platform/contract'
import { tellLineProblem } from './line-problems'
import { say, type Shell } from './shell'

export type ImportReport = ReplyOf<typeof runImportContract>

/** `refused`: one bad line refused the file. */
export type Outcome = 'imported' | 'dry-run' | 'refused'

/** The report of a refusal because of bad lines comes with the refusal. */
export function readReport(details: Readonly<Record<string, unknown>>): ImportReport | null {
  return Array.isArray(details.problemsByLine) ? (details as unknown as ImportReport) : null
}

/** Names the lines that cannot be used, as `validate` does. */
export function tellBadLines(shell: Shell, fileName: string, report: ImportReport): void {
  for (const problem of report.problemsByLine) tellLineProblem(shell, fileName, problem)
  const listed = new Set(report.problemsByLine.map(({ line }) => line)).size
  if (listed < report.refused)
    say(shell, `${formatNoun(report.refused - listed, 'more line')} cannot be used.`)
}

/** What became of a file, or would become of it, in words. */
export function describeImport(name: string, report: ImportReport, outcome: Outcome): string {
  const size = `${formatNoun(report.lines, 'line')}, ${formatBytes(report.bytes)}`
  const file = `${name}: ${size}${report.format === 'unknown' ? '' : ` (${report.format})`}.`
  const refused = formatNoun(report.refused, 'line')
  if (outcome === 'refused')
    return (
      `${file} ${refused} cannot be used, so nothing was imported. ` +
      'Mend and import the file again, or take the others with --take valid-lines.'
    )
  const counts = [
    formatNoun(report.problems, 'problem'),
    formatNoun(report.solutions, 'solution'),
    formatNoun(report.labellings, 'labelling'),
  ].join(', ')
  const rows = [
    outcome === 'dry-run' ? `${file} Nothing was changed; an import would add:` : file,
    `  new: ${counts}`,
    `  into the queue: ${formatNoun(report.queued, 'solution')}`,
  ]
  if (report.unserved > 0)
    rows.push(`  kept, not served (of another flow): ${formatNoun(report.unserved, 'solution')}`)
  if (report.repeated > 0)
    rows.push(`  here already and left alone: ${formatNoun(report.repeated, 'solution')}`)
  if (report.refused > 0) rows.push(`  left out: ${refused}, named above`)
  return rows.join('\n')
}
