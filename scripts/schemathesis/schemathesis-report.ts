import type { TestResults } from '@/scripts/test-results'

/** The parts of Schemathesis' JSON report that this project reads. */
export interface SchemathesisReport {
  schemathesis_version: string
  seed: string | null
  exit_code: number
  /** Whether the run completed. */
  complete: boolean
  operations: { selected: number; tested: number } | null
  test_cases: { generated: number }
  /** By kind of failure. */
  failures: readonly { title: string; operations: readonly string[] }[]
  /** Errors that kept Schemathesis from testing. */
  errors: readonly { title: string; count: number }[]
  /** Cases whose failure a hook accepted. */
  filtered: number
  /** Valid cases by call, phase and what the server did. */
  valid_rates: Readonly<Record<string, Readonly<Record<string, { accepted: number }>>>>
}

interface Outcome {
  /** Passed: calls without a failure. Failed: kinds of failures by call, and errors. */
  results: TestResults
  figures: Readonly<Record<string, number | string>>
}

/** A seed has more digits than a number in JavaScript can hold, so it becomes text. */
export const parseSchemathesisReport = (json: string) =>
  JSON.parse(json.replace(/"seed": (\d+)/, '"seed": "$1"')) as SchemathesisReport

/** Counts the calls that passed. A run that stops early, tests nothing, or fails without naming a failure counts as failed. */
export function summariseSchemathesisReport(report: SchemathesisReport): Outcome {
  const { operations, failures, errors, valid_rates: rates, test_cases: cases } = report
  const failedCalls = new Set(failures.flatMap((failure) => failure.operations))
  const { tested = 0, selected = 0 } = operations ?? {}
  const isUnfinished = !report.complete || tested === 0 || tested < selected
  const failureLines = [
    ...failures.flatMap(({ title, operations: calls }) => calls.map((call) => `${call}: ${title}`)),
    ...errors.map(({ title, count }) => `${title} (${count})`),
    ...(isUnfinished ? [`Only ${tested} of ${selected} calls were tested`] : []),
  ]
  if (report.exit_code !== 0 && failureLines.length === 0) failureLines.push('Schemathesis failed')
  const acceptedCalls = Object.values(rates).filter((phases) =>
    Object.values(phases).some((phase) => phase.accepted > 0),
  )
  return {
    results: {
      passed: Math.max(0, tested - failedCalls.size),
      failed: failureLines.length,
      skipped: 0,
      failures: failureLines,
    },
    figures: {
      version: report.schemathesis_version,
      seed: report.seed ?? 'none',
      calls: tested,
      'calls with an accepted valid request': acceptedCalls.length,
      requests: cases.generated,
      'rejections by rules beyond JSON Schema': report.filtered,
    },
  }
}
