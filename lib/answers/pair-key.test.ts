import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatAnswerPairKey } from './pair-key'

const text = fc.string({ unit: fc.constantFrom('1', '2', '3', '\n', ' ') })

test('formatAnswerPairKey returns different keys for different pairs of answers', () => {
  fc.assert(
    fc.property(text, text, fc.nat(10), (answer, truth, position) => {
      const whole = answer + truth
      const [other, rest] = [whole.slice(0, position), whole.slice(position)]
      const isSame = other === answer && rest === truth
      expect(formatAnswerPairKey(other, rest) === formatAnswerPairKey(answer, truth)).toBe(isSame)
    }),
  )
})
