import { expect, test } from 'vitest'
import { readPlaywrightReport, readVitestReport } from './test-results'

test('readVitestReport returns counts, failed tests and files that could not be loaded', () => {
  const report = {
    numPassedTests: 5,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 1,
    testResults: [
      {
        name: '/project/lib/a.test.ts',
        status: 'failed',
        assertionResults: [
          { status: 'failed', ancestorTitles: ['sums'], title: 'adds' },
          { status: 'passed', ancestorTitles: [], title: 'subtracts' },
        ],
      },
      { name: '/project/lib/b.test.ts', status: 'failed', assertionResults: [] },
      { name: '/project/lib/c.test.ts', status: 'passed', assertionResults: [] },
    ],
  }
  expect(readVitestReport(report, '/project')).toEqual({
    passed: 5,
    failed: 1,
    skipped: 3,
    failures: ['lib/a.test.ts > sums > adds', 'lib/b.test.ts'],
  })
})

test('readPlaywrightReport returns counts and failed journeys', () => {
  const report = {
    stats: { expected: 3, unexpected: 2, flaky: 1, skipped: 4 },
    suites: [
      {
        specs: [{ title: 'passes', ok: true, file: 'a.spec.ts' }],
        suites: [{ specs: [{ title: 'fails', ok: false, file: 'a.spec.ts' }] }],
      },
    ],
  }
  expect(readPlaywrightReport(report)).toEqual({
    passed: 4,
    failed: 2,
    skipped: 4,
    failures: ['e2e/a.spec.ts > fails'],
  })
})
