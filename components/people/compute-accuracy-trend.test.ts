import { expect, test } from 'vitest'
import { computeAccuracyTrend } from './compute-accuracy-trend'

const makeAnswers = (count: number, isExact: (i: number) => boolean) =>
  Array.from({ length: count }, (_, i) => ({
    score: isExact(i) ? ('exact' as const) : ('missed' as const),
    submittedAt: new Date(i * 1_000).toISOString(),
  }))

test('each point of the accuracy trend is the smoothed accuracy of 20 gold answers', () => {
  const points = computeAccuracyTrend(makeAnswers(40, (i) => i < 20))
  expect(points.map(({ number }) => number)).toEqual(Array.from({ length: 21 }, (_, i) => 20 + i))
  expect(points[0]!.mean).toBeCloseTo((21 / 22) * 100, 9)
  expect(points[20]!.mean).toBeCloseTo((1 / 22) * 100, 9)
})

test('the accuracy trend has at most 120 points, always including the newest gold answer', () => {
  const points = computeAccuracyTrend(makeAnswers(500, () => true))
  expect(points.length).toBeLessThanOrEqual(120)
  expect(points.at(-1)!.number).toBe(500)
  expect(computeAccuracyTrend([])).toEqual([])
})
