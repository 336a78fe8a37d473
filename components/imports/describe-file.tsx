import type { ReactNode } from 'react'
import { formatBytes, formatCount, formatNoun } from '@/lib/platform/format'
import { nameFormat, type ImportReport } from './import-report'
import type { ImportState } from './use-import'

/** The abstract of an import: which file, how large, read as what, and what came of it. */
export function describeFile(file: File, state: ImportState): ReactNode {
  return (
    <>
      <span className="font-mono text-[0.85em] wrap-anywhere">{file.name}</span>,{' '}
      {formatBytes(file.size)}
      {describeState(state)}
    </>
  )
}

function describeState(state: ImportState): string {
  switch (state.kind) {
    case 'idle':
    case 'failed':
      return '.'
    case 'cancelled':
      return ', cancelled. Nothing of it was kept; it can be sent again at any time.'
    case 'sending':
      return state.purpose === 'look'
        ? ', is being looked at. Nothing is changed yet.'
        : ', is on its way in.'
    case 'looked':
      return describeLook(state.report)
    case 'done':
      return describeDone(state.report)
  }
}

function describeLook(report: ImportReport): string {
  const { lines, refused } = report
  if (refused === lines)
    return `: none of its ${formatNoun(lines, 'line')} can be used. Nothing is changed.`
  const read = `, read as ${nameFormat(report.format)}, ${formatNoun(report.solutions + report.repeated, 'solution')} on ${formatNoun(lines, 'line')}.`
  if (refused === 0) return `${read} All of it can be used. Nothing is changed yet.`
  return `${read} ${refused === 1 ? 'One line' : `${formatCount(refused)} lines`} cannot be used. Nothing is changed yet.`
}

function describeDone({ solutions, labellings, queued, refused, repeated }: ImportReport): string {
  if (solutions === 0 && labellings === 0 && repeated > 0)
    return ', was here already, so nothing changed.'
  const left = refused > 0 ? ` ${formatNoun(refused, 'line')} stayed out.` : ''
  return `, is in: ${formatNoun(solutions, 'solution')}, of which ${formatCount(queued)} are new in the queue.${left}`
}
