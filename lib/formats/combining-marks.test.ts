import { expect, test } from 'vitest'
import { findCombiningMarkProblem, maxCombiningMarks } from './combining-marks'

test('allows 100 combining marks in a row in a statement, but not more', () => {
  const marks = '\u0301'.repeat(maxCombiningMarks)
  expect(findCombiningMarkProblem(`e${marks} and e${marks}`)).toBeNull()
  expect(findCombiningMarkProblem(`and e${marks}\u0301 more`)).toMatch(/combining marks/)
  expect(findCombiningMarkProblem('e\u0301'.repeat(100_000))).toBeNull()
})
