import fc from 'fast-check'
import { expect, test } from 'vitest'
import { namePair } from './name-pair'

const text = fc.string({ unit: fc.constantFrom('1', '2', '3', '\n', ' ') })

test('two pairs have two names, however their texts are cut', () => {
  fc.assert(
    fc.property(text, text, fc.nat(10), (given, truth, at) => {
      const whole = given + truth
      const [other, rest] = [whole.slice(0, at), whole.slice(at)]
      const isSame = other === given && rest === truth
      expect(namePair(other, rest) === namePair(given, truth)).toBe(isSame)
    }),
  )
})
