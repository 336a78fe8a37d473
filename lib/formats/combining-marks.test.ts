import { expect, test } from 'vitest'
import { checkCombiningMarks, maxCombiningMarks } from './combining-marks'

test('allows 100 combining marks in a row, but not more', () => {
  const marks = '\u0301'.repeat(maxCombiningMarks)
  expect(checkCombiningMarks(`e${marks} and e${marks}`)).toBeNull()
  expect(checkCombiningMarks(`and e${marks}\u0301 more`)).toMatch(/combining marks/)
  expect(checkCombiningMarks('e\u0301'.repeat(100_000))).toBeNull()
})
