/** Numbers of tests. */
export interface TestCounts {
  passed: number
  failed: number
  skipped: number
}

export interface TestResults extends TestCounts {
  /** `file > name` of each failed test, with the file's path from the repository's root where the reporter gives it. */
  failures: readonly string[]
  /** Why tests were skipped, if the stage knows. */
  skipReason?: string
}

interface VitestReport {
  numPassedTests?: number
  numFailedTests?: number
  numPendingTests?: number
  numTodoTests?: number
  testResults?: readonly {
    name: string
    status: string
    assertionResults: readonly {
      status: string
      ancestorTitles: readonly string[]
      title: string
    }[]
  }[]
}

/**
 * Reads Vitest's JSON report.
 *
 * @param root folder that file names are shortened by
 */
export function readVitestReport(report: unknown, root: string): TestResults {
  const {
    numPassedTests = 0,
    numFailedTests = 0,
    numPendingTests = 0,
    numTodoTests = 0,
    testResults = [],
  } = report as VitestReport
  const failures = testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, assertionResults }) => {
      const file = name.replace(`${root}/`, '')
      const failedTests = assertionResults.filter(({ status }) => status === 'failed')
      // A file that cannot be loaded, or whose set-up fails, has no failed test.
      if (failedTests.length === 0) return [file]
      return failedTests.map(({ ancestorTitles, title }) =>
        [file, ...ancestorTitles, title].join(' > '),
      )
    })
  return {
    passed: numPassedTests,
    failed: numFailedTests,
    skipped: numPendingTests + numTodoTests,
    failures,
  }
}

interface PlaywrightSuite {
  suites?: readonly PlaywrightSuite[]
  specs?: readonly { title: string; ok: boolean; file: string }[]
}

interface PlaywrightReport extends PlaywrightSuite {
  stats: { expected?: number; unexpected?: number; flaky?: number; skipped?: number }
}

function listFailedSpecs({ suites = [], specs = [] }: PlaywrightSuite): string[] {
  const failedSpecs = specs
    .filter(({ ok }) => !ok)
    .map(({ file, title }) => `e2e/${file} > ${title}`)
  return [...failedSpecs, ...suites.flatMap(listFailedSpecs)]
}

/** Reads Playwright's JSON report. */
export function readPlaywrightReport(report: unknown): TestResults {
  const { stats, ...suite } = report as PlaywrightReport
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = stats
  return { passed: expected + flaky, failed: unexpected, skipped, failures: listFailedSpecs(suite) }
}
