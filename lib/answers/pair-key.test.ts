import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatAnswerPairKey } from './pair-key'

const anyText = fc.string({ unit: fc.constantFrom('1', '2', '3', '\n', ' ') })

test('formatAnswerPairKey returns different keys for different pairs of answers', () => {
  fc.assert(
    fc.property(anyText, anyText, fc.nat(10), (answer, truth, position) => {
      const joined = answer + truth
      const [otherAnswer, otherTruth] = [joined.slice(0, position), joined.slice(position)]
      const isSame = otherAnswer === answer && otherTruth === truth
      expect(
        formatAnswerPairKey(otherAnswer, otherTruth) === formatAnswerPairKey(answer, truth),
      ).toBe(isSame)
    }),
  )
})
