import { expect, test } from 'vitest'
import { choosePageRowCount } from './choose-page-row-count'

test('pages grow up to 2,000 rows while rows are small', () => {
  expect(choosePageRowCount(16, 16_000)).toBe(64)
  expect(choosePageRowCount(64, 0)).toBe(256)
  expect(choosePageRowCount(256, 256_000)).toBe(1_024)
  expect(choosePageRowCount(1_024, 1_024_000)).toBe(2_000)
  expect(choosePageRowCount(2_000, 2_000_000)).toBe(2_000)
})

test('pages of large rows have about 8 MB and at least one row', () => {
  expect(choosePageRowCount(16, 16 * 700_000)).toBe(11)
  expect(choosePageRowCount(500, 500 * 1_048_576)).toBe(8)
  expect(choosePageRowCount(1, 50_000_000)).toBe(1)
})
