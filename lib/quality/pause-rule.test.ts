import fc from 'fast-check'
import { expect, test } from 'vitest'
import { judgeAnswers, pauseAnswersMin } from './pause-rule'

/** None of n right: the chance of being under t is 1 - (1 - t)^(n + 1). */
test.each([
  [0, 4, 0.6, 1 - 0.4 ** 5, false],
  [0, 5, 0.6, 1 - 0.4 ** 6, true],
  [0, 5, 0.3, 1 - 0.7 ** 6, false],
  [5, 5, 0.6, 0.6 ** 6, false],
  [1, 5, 0.6, 1 - 0.4 ** 6 - 6 * 0.6 * 0.4 ** 5, true],
  [2, 5, 0.6, 1 - 0.4 ** 6 - 6 * 0.6 * 0.4 ** 5 - 15 * 0.36 * 0.4 ** 4, false],
])('%i of %i under %d', (exact, answers, threshold, probability, pauses) => {
  const judged = judgeAnswers({ exact, answers }, threshold)
  expect(judged.probability).toBeCloseTo(probability, 12)
  expect(judged.pauses).toBe(pauses)
})

const thresholds = fc.double({ min: 0.01, max: 0.99, noNaN: true })

test('fewer answers than five never pause, and one more right never makes it worse', () => {
  fc.assert(
    fc.property(fc.nat(60), fc.nat(60), thresholds, (right, wrong, threshold) => {
      const [answers, exact] = [right + wrong, right]
      const judged = judgeAnswers({ answers, exact }, threshold)
      if (answers < pauseAnswersMin) expect(judged.pauses).toBe(false)
      const better = judgeAnswers({ answers: answers + 1, exact: exact + 1 }, threshold)
      expect(better.probability).toBeLessThanOrEqual(judged.probability + 1e-9)
    }),
    { numRuns: 100 },
  )
})
