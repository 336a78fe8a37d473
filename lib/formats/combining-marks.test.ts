import { expect, test } from 'vitest'
import { checkCombiningMarks, maxCombiningMarks } from './combining-marks'

test('a hundred combining marks in a row are taken, and more are not, wherever they stand', () => {
  const marks = '\u0301'.repeat(maxCombiningMarks)
  expect(checkCombiningMarks(`e${marks} and e${marks}`)).toBeNull()
  expect(checkCombiningMarks(`and e${marks}\u0301 more`)).toMatch(/combining marks/)
  expect(checkCombiningMarks('e\u0301'.repeat(100_000))).toBeNull()
})
