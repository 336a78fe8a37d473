import { expect, test } from 'vitest'
import { findWeekStart, listWeekStarts } from './week-start'

test('findWeekStart returns the Monday of the week, UTC', () => {
  expect(findWeekStart('2026-11-02T00:00:00.000Z')).toBe('2026-11-02T00:00:00.000Z')
  expect(findWeekStart('2026-11-08T23:59:59.999Z')).toBe('2026-11-02T00:00:00.000Z')
})

test('listWeekStarts lists the last weeks, and more if the oldest one is before them', () => {
  const now = '2026-11-04T10:00:00.000Z'
  const lastWeeks = ['2026-11-02T00:00:00.000Z', '2026-10-26T00:00:00.000Z']
  expect(listWeekStarts(now, 2, '2026-10-26T08:00:00.000Z')).toEqual(lastWeeks)
  expect(listWeekStarts(now, 1, '2026-11-03T08:00:00.000Z')).toEqual(lastWeeks.slice(0, 1))
  expect(listWeekStarts(now, 2, '2026-10-25T23:00:00.000Z')).toEqual([
    ...lastWeeks,
    '2026-10-19T00:00:00.000Z',
  ])
})
