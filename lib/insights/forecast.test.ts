import { describe, expect, test } from 'vitest'
import { forecastEnd } from './forecast'

/** Up to 22 November 2026, the last of them today. */
const days = (...annotations: number[]) =>
  annotations.map((count, i) => ({
    day: new Date(Date.UTC(2026, 10, 22 - (annotations.length - 1 - i))).toISOString().slice(0, 10),
    annotations: count,
  }))

describe('when the rest is done', () => {
  test('at ten a day, what was done today aside', () => {
    expect(forecastEnd(days(10, 10, 10, 10, 10, 3), 10)).toBe('2026-11-22')
    expect(forecastEnd(days(10, 10, 10, 10, 10, 3), 11)).toBe('2026-11-23')
    expect(forecastEnd(days(10, 10, 10, 10, 10, 999), 40)).toBe('2026-11-25')
  })

  test('days without work between count as days', () => {
    // 50 in seven days: 14 take two.
    expect(forecastEnd(days(99, 10, 10, 0, 0, 10, 10, 10, 0), 14)).toBe('2026-11-23')
  })

  test('nothing is said of nothing left, of too few days, or of years', () => {
    expect(forecastEnd(days(10, 10, 10, 10, 10, 0), 0)).toBeNull()
    expect(forecastEnd(days(10, 10, 10, 10, 0, 10), 5)).toBeNull()
    expect(forecastEnd(days(1, 1, 1, 1, 1, 0), 731)).toBeNull()
    expect(forecastEnd(days(1, 1, 1, 1, 1, 0), 730)).not.toBeNull()
    expect(forecastEnd([], 5)).toBeNull()
  })
})
