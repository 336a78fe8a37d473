import { expect, test } from 'vitest'
import {
  formatInterval,
  formatSelectionProbability,
  formatScore,
  formatShare,
  formatSharesOfTotal,
} from './format-figures'

test('the figures of a round (scores, probabilities, shares, intervals) are rounded for display', () => {
  expect([0.94, 0, 0.00012, -0.5, 12_345].map(formatScore)).toEqual([
    '0.94',
    '0.00',
    '1.2e-4',
    '-0.50',
    '12,345',
  ])
  expect([1, 0.02, 0.00002, 0].map(formatSelectionProbability)).toEqual([
    '1',
    '0.020',
    '2.0e-5',
    '0',
  ])
  expect([0.7, 0.001, 0, 1].map(formatShare)).toEqual(['70%', '<1%', '0%', '100%'])
  expect(formatSharesOfTotal([1, 7])).toEqual(['13%', '87%'])
  expect(formatSharesOfTotal([4, 993, 0, 3])).toEqual(['<1%', '99%', '0%', '<1%'])
  expect(formatInterval({ low: 12.44, high: 14.5 })).toBe('(95% CI 12.4–14.5)')
  expect(formatInterval({ low: null, high: 3 })).toBe('')
})
