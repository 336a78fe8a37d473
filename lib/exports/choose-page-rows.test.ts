import { expect, test } from 'vitest'
import { choosePageRows } from './choose-page-rows'

test('pages grow to 2,000 rows while rows are small', () => {
  expect(choosePageRows(16, 16_000)).toBe(64)
  expect(choosePageRows(64, 0)).toBe(256)
  expect(choosePageRows(256, 256_000)).toBe(1_024)
  expect(choosePageRows(1_024, 1_024_000)).toBe(2_000)
  expect(choosePageRows(2_000, 2_000_000)).toBe(2_000)
})

test('pages of large rows have about 8 MB and at least one row', () => {
  expect(choosePageRows(16, 16 * 700_000)).toBe(11)
  expect(choosePageRows(500, 500 * 1_048_576)).toBe(8)
  expect(choosePageRows(1, 50_000_000)).toBe(1)
})
