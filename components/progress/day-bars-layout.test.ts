import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { daysChartFrame, layOutDayBars } from './day-bars-layout'

const makeDay = (date: string, negative: number, neutral: number, positive: number) => ({
  day: date,
  annotations: 1,
  negative,
  neutral,
  positive,
})

describe('layOutDayBars', () => {
  test('stacks ratings with negative at the bottom', () => {
    const { bars, ticks } = layOutDayBars([
      makeDay('2026-11-20', 10, 10, 20),
      makeDay('2026-11-21', 0, 0, 0),
    ])
    expect(ticks.map(({ count }) => count)).toEqual([0, 10, 20, 30, 40])
    const [firstBar, secondBar] = bars
    expect(firstBar!.parts.map(({ rating }) => rating)).toEqual(['negative', 'neutral', 'positive'])
    expect(firstBar!.parts[0]!.y + firstBar!.parts[0]!.height).toBeCloseTo(daysChartFrame.bottom)
    expect(firstBar!.parts[2]!.y).toBeCloseTo(daysChartFrame.top)
    expect(secondBar!.parts).toEqual([])
  })

  test('labels only Mondays on the time axis', () => {
    const days = ['2026-11-22', '2026-11-23', '2026-11-24'].map((date) => makeDay(date, 0, 1, 0))
    expect(layOutDayBars(days).weeks.map(({ label }) => label)).toEqual(['23 Nov'])
  })

  test('places all bars inside the frame and uses at most six ticks', () => {
    const count = fc.nat({ max: 5_000_000 })
    fc.assert(
      fc.property(fc.array(fc.tuple(count, count, count), { maxLength: 28 }), (counts) => {
        const { bars, ticks, right } = layOutDayBars(
          counts.map((dayCounts) => makeDay('2026-11-20', ...dayCounts)),
        )
        expect(ticks.length).toBeGreaterThanOrEqual(2)
        expect(ticks.length).toBeLessThanOrEqual(6)
        for (const { x, width, parts } of bars) {
          expect(x).toBeGreaterThanOrEqual(daysChartFrame.left)
          expect(x + width).toBeLessThanOrEqual(right)
          for (const { y, height } of parts) {
            expect(y).toBeGreaterThanOrEqual(daysChartFrame.top - 4)
            expect(y + height).toBeLessThanOrEqual(daysChartFrame.bottom + 0.001)
          }
        }
      }),
    )
  })
})
