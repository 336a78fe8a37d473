import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeArithmeticSolutions } from '@/lib/scoring/testing/labelled-solutions'
import { decodeModel, encodeModel } from './encode-model'
import { scoreSteps } from './score-steps'
import { trainScorer } from './train-scorer'

const examples = makeArithmeticSolutions(60)
const trainingResult = trainScorer(examples, { seed: 4_000_000_000 })
if (!trainingResult.ok) throw new Error(trainingResult.problem)
const { model } = trainingResult.scorer
const bytes = encodeModel(model)

test('decodeModel restores an encoded model', () => {
  const decoded = decodeModel(bytes)
  expect(decoded).toEqual({ ok: true, model })
  if (!decoded.ok) return
  expect(encodeModel(decoded.model)).toEqual(bytes)
  expect(scoreSteps(decoded.model, examples[0]!)).toEqual(scoreSteps(model, examples[0]!))
})

test('stores a model with few learned weights in less than 100 kB', () => {
  expect(bytes.length).toBeGreaterThan(1000)
  expect(bytes.length).toBeLessThan(100_000)
})

test('reads bytes from the middle of a buffer', () => {
  const larger = new Uint8Array(bytes.length + 7)
  larger.set(bytes, 3)
  expect(decodeModel(larger.subarray(3, 3 + bytes.length))).toEqual({ ok: true, model })
})

test('rejects a model with any damaged byte, except in its seed and counts', () => {
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (offset, change) => {
      const damaged = bytes.slice()
      damaged[offset]! ^= change
      // The checksum does not cover seed and counts.
      fc.pre(offset < 20 || offset >= 32)
      expect(decodeModel(damaged).ok).toBe(false)
    }),
  )
})

test('rejects truncated and unrelated bytes', () => {
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), (length) => {
      expect(decodeModel(bytes.slice(0, length)).ok).toBe(false)
    }),
  )
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      expect(decodeModel(bytes).ok).toBe(false)
    }),
  )
})

test.each([
  ['an older format', 4, 1],
  ['older features', 8, 2],
  ['newer features', 8, 99],
])('rejects a model with %s, and asks to train it again', (_name, offset, version) => {
  const changedBytes = bytes.slice()
  changedBytes[offset] = version
  expect(decodeModel(changedBytes)).toEqual({
    ok: false,
    error: 'This scorer was trained by another version of Stepmark. Train it again.',
  })
})
