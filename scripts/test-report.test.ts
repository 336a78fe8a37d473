import { expect, test } from 'vitest'
import {
  sumTestCounts,
  formatTestReport,
  formatStageLine,
  listFailedTests,
  type StageWithResult,
} from './test-report'

const outcomes: StageWithResult[] = [
  { stage: { name: 'types' }, result: { isOk: true, seconds: 16.04, counts: null } },
  {
    stage: { name: 'pure' },
    result: {
      isOk: false,
      seconds: 104,
      counts: { passed: 8, failed: 1, skipped: 2, failures: ['a.test.ts > adds'] },
    },
  },
  { stage: { name: 'system' }, result: null },
]

test('the line of a skipped stage gives the reason', () => {
  const counts = { passed: 0, failed: 0, skipped: 1, failures: [], skipReason: 'no Python' }
  const outcome = { stage: { name: 'schemathesis' }, result: { isOk: true, seconds: 0.1, counts } }
  expect(formatStageLine(outcome)).toMatch(/0 passed, 0 failed, 1 skipped: no Python$/)
})

test('the summary has a line for each stage, even for one that was not run', () => {
  expect(outcomes.map(formatStageLine)).toEqual([
    '✓ types          16.0 s   passed',
    '✗ pure          104.0 s   8 passed, 1 failed, 2 skipped',
    '  system       not run',
  ])
  expect(listFailedTests(outcomes)).toEqual(['pure: a.test.ts > adds'])
  expect(sumTestCounts(outcomes)).toEqual({ passed: 8, failed: 1, skipped: 2 })
})

test('the report has the commit, the machine, the results and the measured figures', () => {
  const run = {
    commit: 'abc1234',
    hasUncommittedChanges: true,
    isFull: true,
    startedAt: new Date('2026-03-05T10:00:00Z'),
    machine: '2 cores, 24 GiB, Node 24',
  }
  const figures = '## Soak\n\n| what | figure |\n| --- | --- |\n| pages | 9 |\n'
  expect(formatTestReport(run, outcomes, { figures, minutes: 1.96 })).toBe(`# Tests, full size

Commit abc1234 with uncommitted changes. Started 2026-03-05T10:00:00.000Z, 2.0 minutes, on 2 cores, 24 GiB, Node 24.

8 passed, 1 failed, 2 skipped.

| stage | result | seconds | passed | failed | skipped |
| --- | --- | --- | --- | --- | --- |
| types | passed | 16 |  |  |  |
| pure | failed | 104 | 8 | 1 | 2 |
| system | not run | | | | |

## Failed

- pure: a.test.ts > adds

## Soak

| what | figure |
| --- | --- |
| pages | 9 |
`)
})

test('a stage that failed without a failed test is listed as a failure', () => {
  const result = { isOk: false, seconds: 1, counts: null }
  expect(listFailedTests([{ stage: { name: 'types' }, result }])).toEqual(['types'])
})
