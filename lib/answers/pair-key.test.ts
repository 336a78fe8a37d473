import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatAnswerPairKey } from './pair-key'

const anyText = fc.string({ unit: fc.constantFrom('1', '2', '3', '\n', ' ') })

test('formatAnswerPairKey returns different keys for different pairs of answers', () => {
  fc.assert(
    fc.property(anyText, anyText, fc.nat(10), (answer, referenceAnswer, position) => {
      const joined = answer + referenceAnswer
      const [otherAnswer, otherReferenceAnswer] = [
        joined.slice(0, position),
        joined.slice(position),
      ]
      const isSame = otherAnswer === answer && otherReferenceAnswer === referenceAnswer
      expect(
        formatAnswerPairKey(otherAnswer, otherReferenceAnswer) ===
          formatAnswerPairKey(answer, referenceAnswer),
      ).toBe(isSame)
    }),
  )
})
