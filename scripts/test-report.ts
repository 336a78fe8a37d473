import type { Counts, Stage, StageResult } from './stage'

/** A stage, and how it ended; null where it was not run. */
export interface StageEnd {
  stage: Pick<Stage, 'name'>
  result: Pick<StageResult, 'isOk' | 'seconds' | 'counts'> | null
}

/** Where and of what a run was made. */
export interface RunPlace {
  commit: string
  /** Whether there was more than the commit. */
  isChanged: boolean
  isFull: boolean
  began: Date
  machine: string
}

export function formatCounts({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`
}

/** One stage on the terminal. */
export function formatStage({ stage: { name }, result }: StageEnd): string {
  if (!result) return `  ${name.padEnd(10)}not run`
  const { isOk, seconds, counts } = result
  const words = counts ? formatCounts(counts) : isOk ? 'passed' : 'failed'
  return `${isOk ? '✓' : '✗'} ${name.padEnd(10)}${seconds.toFixed(1).padStart(6)} s   ${words}`
}

export function addUp(ends: readonly StageEnd[]): Counts {
  const sum = { passed: 0, failed: 0, skipped: 0 }
  for (const { result } of ends) {
    sum.passed += result?.counts?.passed ?? 0
    sum.failed += result?.counts?.failed ?? 0
    sum.skipped += result?.counts?.skipped ?? 0
  }
  return sum
}

function formatRow({ stage: { name }, result }: StageEnd): string {
  if (!result) return `| ${name} | not run | | | | |`
  const { isOk, seconds, counts } = result
  const numbers = counts ? [counts.passed, counts.failed, counts.skipped] : ['', '', '']
  return `| ${[name, isOk ? 'passed' : 'failed', seconds.toFixed(0), ...numbers].join(' | ')} |`
}

/** The run as a page of Markdown: what was tested, how it ended, and the figures that the suites told (as they wrote them). */
export function formatReport(
  { commit, isChanged, isFull, began, machine }: RunPlace,
  ends: readonly StageEnd[],
  figures: string,
): string {
  const seconds = ends.reduce((sum, { result }) => sum + (result?.seconds ?? 0), 0)
  return [
    `# Tests${isFull ? ', at full size' : ''}`,
    '',
    `Commit ${commit}${isChanged ? ', and changes that are in none' : ''}. Begun ${began.toISOString()}, ${Math.round(seconds / 60)} minutes, on ${machine}.`,
    '',
    `${formatCounts(addUp(ends))}.`,
    '',
    '| stage | | seconds | passed | failed | skipped |',
    '| --- | --- | --- | --- | --- | --- |',
    ...ends.map(formatRow),
    '',
    figures.trim(),
    '',
  ].join('\n')
}
