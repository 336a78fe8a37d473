import type { Stage, StageResult } from './stage'
import type { TestCounts } from './test-results'

/** A stage and its result; null if it was not run. */
export interface StageWithResult {
  stage: Pick<Stage, 'name'>
  result: Pick<StageResult, 'isOk' | 'seconds' | 'counts'> | null
}

export interface TestRunMetadata {
  /** Short hash of HEAD at the start. */
  commit: string
  hasUncommittedChanges: boolean
  isFull: boolean
  startedAt: Date
  machine: string
}

export function formatTestCounts({ passed, failed, skipped }: TestCounts): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`
}

/** One line for the terminal. */
export function formatStageLine({ stage: { name }, result }: StageWithResult): string {
  if (!result) return `  ${name.padEnd(13)}not run`
  const { isOk, seconds, counts } = result
  const outcome = counts ? formatTestCounts(counts) : isOk ? 'passed' : 'failed'
  const reason = counts?.skipReason === undefined ? '' : `: ${counts.skipReason}`
  return `${isOk ? '✓' : '✗'} ${name.padEnd(13)}${seconds.toFixed(1).padStart(6)} s   ${outcome}${reason}`
}

export function sumTestCounts(outcomes: readonly StageWithResult[]): TestCounts {
  const sum = { passed: 0, failed: 0, skipped: 0 }
  for (const { result } of outcomes) {
    sum.passed += result?.counts?.passed ?? 0
    sum.failed += result?.counts?.failed ?? 0
    sum.skipped += result?.counts?.skipped ?? 0
  }
  return sum
}

/** Failed tests, and failed stages without a failed test. */
export function listFailedTests(outcomes: readonly StageWithResult[]): string[] {
  return outcomes.flatMap(({ stage: { name }, result }) => {
    if (!result || result.isOk) return []
    const failures = result.counts?.failures ?? []
    return failures.length > 0 ? failures.map((failure) => `${name}: ${failure}`) : [name]
  })
}

function formatRow({ stage: { name }, result }: StageWithResult): string {
  if (!result) return `| ${name} | not run | | | | |`
  const { isOk, seconds, counts } = result
  const numbers = counts ? [counts.passed, counts.failed, counts.skipped] : ['', '', '']
  return `| ${[name, isOk ? 'passed' : 'failed', seconds.toFixed(0), ...numbers].join(' | ')} |`
}

const formatFailures = (failures: readonly string[]) =>
  failures.length === 0 ? [] : ['## Failed', '', ...failures.map((failure) => `- ${failure}`), '']

/**
 * The run as Markdown: commit, machine, result of each stage, and the figures that the suites reported.
 *
 * @param figures Markdown, as the suites wrote it
 * @param minutes wall time so far
 */
export function formatTestReport(
  { commit, hasUncommittedChanges, isFull, startedAt, machine }: TestRunMetadata,
  outcomes: readonly StageWithResult[],
  { figures, minutes }: { figures: string; minutes: number },
): string {
  const changes = hasUncommittedChanges ? ' with uncommitted changes' : ''
  return [
    `# Tests${isFull ? ', full size' : ''}`,
    '',
    `Commit ${commit}${changes}. Started ${startedAt.toISOString()}, ${minutes.toFixed(1)} minutes, on ${machine}.`,
    '',
    `${formatTestCounts(sumTestCounts(outcomes))}.`,
    '',
    '| stage | result | seconds | passed | failed | skipped |',
    '| --- | --- | --- | --- | --- | --- |',
    ...outcomes.map(formatRow),
    '',
    ...formatFailures(listFailedTests(outcomes)),
    figures.trim(),
    '',
  ].join('\n')
}
