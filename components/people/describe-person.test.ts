import { expect, test } from 'vitest'
import { describePerson, formatCountOfTotal, formatPauseStart } from './describe-person'
import type { PersonDetail } from './person'

test('formatCountOfTotal shows a rate from 20 on', () => {
  expect(formatCountOfTotal(0, 0)).toBe('none yet')
  expect(formatCountOfTotal(3, 19)).toBe('3 of 19')
  expect(formatCountOfTotal(3, 20)).toBe('3 of 20 (15%)')
})

test('describePerson shows the interval of exact answers from 20 gold answers on', () => {
  const describe = (answers: number) =>
    describePerson({
      pauseBelow: null,
      person: {
        work: { annotations: 40, activeMs: 600_000, medianStepMs: null },
        gold: {
          answers,
          exact: 12,
          posterior: { mean: 0.6, low: 0.4, high: 0.78 },
          isDrifting: false,
          worseProbability: null,
          underProbability: null,
        },
      },
    } as unknown as PersonDetail)
  expect(describe(0)).toBe('40 annotations · 10 min active · no gold answers')
  expect(describe(19)).toBe('40 annotations · 10 min active · 12 of 19 gold answers exact')
  expect(describe(20)).toBe(
    '40 annotations · 10 min active · 12 of 20 gold answers exact (95% CI 40% to 78%)',
  )
})

test('formatPauseStart omits a hidden time', () => {
  expect(formatPauseStart('2026-11-03T14:05:00.120Z')).toBe('3 Nov 2026, 14:05 UTC')
  expect(formatPauseStart('2026-11-03T00:00:00.000Z')).toBe('3 Nov 2026')
})
