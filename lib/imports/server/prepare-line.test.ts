import { describe, expect, test } from 'vitest'
import { readGenericLine } from '@/lib/formats/generic'
import { findLineErrors, prepareLine } from './prepare-line'
import type { PreparedLine } from './prepared-line'

function prepare(...samples: unknown[]): PreparedLine {
  const result = readGenericLine({ problem: 'Why?', samples })
  if (!result.ok) throw new Error(JSON.stringify(result.errors))
  return prepareLine(result.record, { line: 1, offset: 0, excerpt: '' })
}

describe('findLineErrors', () => {
  test('returns no errors if scores, alternatives and explanations refer to existing steps', () => {
    const fitting = {
      text: 'One.\n\nTwo.',
      step_scores: [0.1, 0.9],
      alternatives: { '1': ['Three.'] },
      explanations: { '0': ['No.'] },
    }
    expect(
      findLineErrors(prepare('Bare text.', fitting, { steps: ['a'], step_scores: [1] })),
    ).toEqual([])
  })

  test('reports scores, alternatives and explanations of steps that the text does not have', () => {
    const text = 'One.\n\nTwo.'
    const line = prepare(
      { text, step_scores: [0.1] },
      { text, alternatives: { '1': ['a'], '2': ['b', 'c'] }, explanations: { '7': ['d'] } },
    )
    const describeMissingStep = (step: number) =>
      `There is no step ${step}: the text splits into steps 0 to 1.`
    expect(findLineErrors(line)).toEqual([
      {
        location: 'samples[0].step_scores',
        reason: 'The text splits into 2 steps, but there is 1 step score.',
      },
      { location: 'samples[1].alternatives["2"]', reason: describeMissingStep(2) },
      { location: 'samples[1].explanations["7"]', reason: describeMissingStep(7) },
    ])
  })

  test('uses the singular for one step and one score', () => {
    const reasons = (sample: object) => findLineErrors(prepare(sample)).map(({ reason }) => reason)
    expect(reasons({ text: 'One.', step_scores: [1, 0], alternatives: { '1': ['a'] } })).toEqual([
      'The text splits into 1 step, but there are 2 step scores.',
      'There is no step 1: the text splits into one step, number 0.',
    ])
  })

  test('reports only the number of steps of a text that has too many', () => {
    const line = prepare('ok', { text: 'a\n\n'.repeat(10_001), step_scores: [1] })
    expect(findLineErrors(line)).toEqual([
      { location: 'samples[1].text', reason: 'The text splits into more than 10000 steps.' },
    ])
  })
})

describe('recordHash', () => {
  const hashOf = (sample: unknown) => prepare(sample).solutions[0]!.recordHash
  const sample = { id: 'a', steps: ['One.'], score: 0.5, more: { b: 1, a: 2 } }

  test('does not depend on the order of keys', () => {
    expect(hashOf({ ...sample, more: { a: 2, b: 1 } })).toBe(hashOf(sample))
  })

  test.each([
    { answer: '1' },
    { answer: null },
    { is_correct: false },
    { score: 0.6 },
    { step_scores: [0.5] },
    { alternatives: { '0': ['Two.'] } },
    { explanations: { '0': ['Why.'] } },
    { more: { b: 1, a: 3 } },
    { steps: ['Two.'] },
  ])('changes with %j', (change) => {
    expect(hashOf({ ...sample, ...change })).not.toBe(hashOf(sample))
  })
})
