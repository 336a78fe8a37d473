import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findDrift, findDriftBegin, recentAnswers } from './drift'

const times = (count: number, isExact: boolean) => Array.from({ length: count }, () => isExact)
const mixed = (...parts: [number, boolean][]) => parts.flatMap(([count, is]) => times(count, is))

test('the last twenty are held against those before', () => {
  const drift = findDrift(mixed([15, true], [5, false], [10, true], [10, false]))
  expect(drift).toMatchObject({
    recent: { answers: 20, exact: 10 },
    before: { answers: 20, exact: 15 },
  })
  expect(drift.probability).toBeGreaterThan(0.9)
  expect(findDrift(mixed([30, true], [20, false])).isDrifting).toBe(true)
  expect(findDrift(mixed([30, false], [20, true])).isDrifting).toBe(false)
})

test('with fewer than ten before them nothing is said', () => {
  expect(findDrift(mixed([9, true], [20, false]))).toMatchObject({
    probability: null,
    isDrifting: false,
  })
  expect(findDrift([])).toMatchObject({ recent: { answers: 0 }, before: { answers: 0 } })
})

test.each([
  ['a clean break', mixed([12, true], [6, false]), 12],
  ['nothing', [], 0],
  ['bad from the first', times(8, false), 0],
  ['good throughout', times(20, true), 0],
  ['no clear change', [true, false, true, true, false, true, false], 0],
  ['better, not worse', mixed([10, false], [10, true]), 0],
])('a drift begins after %s', (_, answers, begin) => {
  expect(findDriftBegin(answers)).toBe(begin)
})

test('where a drift begins it was better before', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 80 }), (answers) => {
      const begin = findDriftBegin(answers)
      const { recent, before } = findDrift(answers)
      expect(recent.answers + before.answers).toBe(answers.length)
      expect(recent.answers).toBe(Math.min(answers.length, recentAnswers))
      if (begin === 0) return
      const share = (part: readonly boolean[]) => part.filter(Boolean).length / part.length
      expect(share(answers.slice(begin))).toBeLessThan(share(answers.slice(0, begin)))
    }),
    { numRuns: 100 },
  )
})
