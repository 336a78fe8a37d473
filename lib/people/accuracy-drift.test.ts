import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  detectAccuracyDrift,
  findAccuracyDriftStart,
  recentGoldAnswerCount,
} from './accuracy-drift'

const repeatAnswer = (count: number, isExact: boolean) =>
  Array.from({ length: count }, () => isExact)
const makeAnswers = (...parts: [number, boolean][]) =>
  parts.flatMap(([count, is]) => repeatAnswer(count, is))

test('detectAccuracyDrift reports a drift if the last 20 answers to gold are worse than the earlier ones', () => {
  const drift = detectAccuracyDrift(makeAnswers([15, true], [5, false], [10, true], [10, false]))
  expect(drift).toMatchObject({
    recent: { answers: 20, exact: 10 },
    before: { answers: 20, exact: 15 },
  })
  expect(drift.probability).toBeGreaterThan(0.9)
  expect(detectAccuracyDrift(makeAnswers([30, true], [20, false])).isDrifting).toBe(true)
  expect(detectAccuracyDrift(makeAnswers([30, false], [20, true])).isDrifting).toBe(false)
})

test('detectAccuracyDrift returns no probability with fewer than 10 earlier answers', () => {
  expect(detectAccuracyDrift(makeAnswers([9, true], [20, false]))).toMatchObject({
    probability: null,
    isDrifting: false,
  })
  expect(detectAccuracyDrift([])).toMatchObject({ recent: { answers: 0 }, before: { answers: 0 } })
})

test.each([
  ['a sudden change', makeAnswers([12, true], [6, false]), 12],
  ['no answers', [], 0],
  ['only wrong answers', repeatAnswer(8, false), 0],
  ['only exact answers', repeatAnswer(20, true), 0],
  ['no clear change', [true, false, true, true, false, true, false], 0],
  ['an improvement', makeAnswers([10, false], [10, true]), 0],
])(
  'for %s in the answers %j, the drift in accuracy starts at index %i (0: no drift)',
  (_, answers, start) => {
    expect(findAccuracyDriftStart(answers)).toBe(start)
  },
)

test('the share of exact answers is higher before the start of a drift than after it', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 80 }), (answers) => {
      const start = findAccuracyDriftStart(answers)
      const { recent, before } = detectAccuracyDrift(answers)
      expect(recent.answers + before.answers).toBe(answers.length)
      expect(recent.answers).toBe(Math.min(answers.length, recentGoldAnswerCount))
      if (start === 0) return
      const share = (part: readonly boolean[]) => part.filter(Boolean).length / part.length
      expect(share(answers.slice(start))).toBeLessThan(share(answers.slice(0, start)))
    }),
    { numRuns: 100 },
  )
})
