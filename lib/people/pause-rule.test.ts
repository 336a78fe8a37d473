import fc from 'fast-check'
import { expect, test } from 'vitest'
import { evaluatePauseRule, minAnswersForPause } from './pause-rule'

/** With 0 of n exact, the probability of a share below t is 1 - (1 - t)^(n + 1). */
test.each([
  [0, 4, 0.6, 1 - 0.4 ** 5, false],
  [0, 5, 0.6, 1 - 0.4 ** 6, true],
  [0, 5, 0.3, 1 - 0.7 ** 6, false],
  [5, 5, 0.6, 0.6 ** 6, false],
  [1, 5, 0.6, 1 - 0.4 ** 6 - 6 * 0.6 * 0.4 ** 5, true],
  [2, 5, 0.6, 1 - 0.4 ** 6 - 6 * 0.6 * 0.4 ** 5 - 15 * 0.36 * 0.4 ** 4, false],
])(
  'with %i exact of %i gold answers and threshold %d, the probability is %d and the rule pauses: %s',
  (exact, answers, threshold, probability, pauses) => {
    const judgement = evaluatePauseRule({ exact, answers }, threshold)
    expect(judgement.probability).toBeCloseTo(probability, 12)
    expect(judgement.shouldPause).toBe(pauses)
  },
)

const thresholds = fc.double({ min: 0.01, max: 0.99, noNaN: true })

test('the pause rule never pauses before 5 answers, and another exact answer never raises its probability', () => {
  fc.assert(
    fc.property(fc.nat(60), fc.nat(60), thresholds, (right, wrong, threshold) => {
      const [answers, exact] = [right + wrong, right]
      const judgement = evaluatePauseRule({ answers, exact }, threshold)
      if (answers < minAnswersForPause) expect(judgement.shouldPause).toBe(false)
      const better = evaluatePauseRule({ answers: answers + 1, exact: exact + 1 }, threshold)
      expect(better.probability).toBeLessThanOrEqual(judgement.probability + 1e-9)
    }),
    { numRuns: 100 },
  )
})
