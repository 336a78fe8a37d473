import { describe, expect, test } from 'vitest'
import { forecastCompletion } from './forecast'

/** Consecutive days up to 22 November 2026, which is today. */
const days = (...annotations: number[]) =>
  annotations.map((count, i) => ({
    day: new Date(Date.UTC(2026, 10, 22 - (annotations.length - 1 - i))).toISOString().slice(0, 10),
    annotations: count,
  }))

describe('forecastCompletion', () => {
  test('uses the pace of previous days and ignores today', () => {
    expect(forecastCompletion(days(10, 10, 10, 10, 10, 3), 10)).toBe('2026-11-22')
    expect(forecastCompletion(days(10, 10, 10, 10, 10, 3), 11)).toBe('2026-11-23')
    expect(forecastCompletion(days(10, 10, 10, 10, 10, 999), 40)).toBe('2026-11-25')
  })

  test('includes idle days between working days in the pace', () => {
    // 50 annotations in 7 days, so 14 more take 2 days.
    expect(forecastCompletion(days(99, 10, 10, 0, 0, 10, 10, 10, 0), 14)).toBe('2026-11-23')
  })

  test('returns null if nothing remains, if there are fewer than five past working days, or if the date is over two years away', () => {
    expect(forecastCompletion(days(10, 10, 10, 10, 10, 0), 0)).toBeNull()
    expect(forecastCompletion(days(10, 10, 10, 10, 0, 10), 5)).toBeNull()
    expect(forecastCompletion(days(1, 1, 1, 1, 1, 0), 731)).toBeNull()
    expect(forecastCompletion(days(1, 1, 1, 1, 1, 0), 730)).not.toBeNull()
    expect(forecastCompletion([], 5)).toBeNull()
  })
})
