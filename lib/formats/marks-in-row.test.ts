import { expect, test } from 'vitest'
import { findTooManyMarks, marksInRow } from './marks-in-row'

test('a hundred combining marks in a row are taken, and more are not, wherever they stand', () => {
  const marks = '\u0301'.repeat(marksInRow)
  expect(findTooManyMarks(`e${marks} and e${marks}`)).toBeNull()
  expect(findTooManyMarks(`and e${marks}\u0301 more`)).toMatch(/combining marks/)
  expect(findTooManyMarks('e\u0301'.repeat(100_000))).toBeNull()
})
