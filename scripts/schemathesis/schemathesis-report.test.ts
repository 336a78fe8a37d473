import { expect, test } from 'vitest'
import {
  parseSchemathesisReport,
  summariseSchemathesisReport,
  type SchemathesisReport,
} from './schemathesis-report'

const passingReport: SchemathesisReport = {
  schemathesis_version: '4.32.5',
  seed: '7',
  exit_code: 0,
  complete: true,
  operations: { selected: 2, tested: 2 },
  test_cases: { generated: 90 },
  failures: [],
  errors: [],
  filtered: 3,
  valid_rates: {
    'GET /a': { coverage: { accepted: 0 }, fuzzing: { accepted: 4 } },
    'GET /b': { coverage: { accepted: 0 } },
  },
}

test('the seed of a run is read without losing digits, so that the run can be repeated', () => {
  const seed = '90417646456345984569594323694712787210'
  expect(parseSchemathesisReport(`{\n  "seed": ${seed},\n  "exit_code": 0\n}`)).toEqual({
    seed,
    exit_code: 0,
  })
  expect(parseSchemathesisReport('{\n  "seed": null\n}')).toEqual({ seed: null })
})

test('each tested call counts as passed, and the report counts calls that accepted a valid request', () => {
  expect(summariseSchemathesisReport(passingReport)).toEqual({
    results: { passed: 2, failed: 0, skipped: 0, failures: [] },
    figures: {
      version: '4.32.5',
      seed: '7',
      calls: 2,
      requests: 90,
      'calls with an accepted valid request': 1,
      'rejections by rules beyond JSON Schema': 3,
    },
  })
})

test.each<[string, Partial<SchemathesisReport>, string]>([
  [
    'a failure',
    { exit_code: 1, failures: [{ title: 'Server error', operations: ['GET /a'] }] },
    'GET /a: Server error',
  ],
  [
    'an error',
    { exit_code: 1, errors: [{ title: 'Network Error', count: 2 }] },
    'Network Error (2)',
  ],
  ['an early stop', { complete: false }, 'Only 2 of 2 calls were tested'],
  ['an untested call', { operations: { selected: 2, tested: 1 } }, 'Only 1 of 2 calls were tested'],
  ['no call at all', { operations: null }, 'Only 0 of 0 calls were tested'],
  ['another exit code', { exit_code: 1 }, 'Schemathesis failed'],
])('a run with %s counts one failure', (_, change, failure) => {
  const { results } = summariseSchemathesisReport({ ...passingReport, ...change })
  expect(results.failures).toEqual([failure])
  expect(results.failed).toBe(1)
})
