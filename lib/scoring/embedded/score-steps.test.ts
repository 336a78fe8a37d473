import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { anyCharacter } from '@/lib/platform/testing/any-character'
import { makeArithmeticSolutions } from '@/lib/scoring/testing/labelled-solutions'
import { Featuriser } from './featurise'
import { averageDisagreement, scoreSteps } from './score-steps'
import type { ScorerModel } from './scorer-model'
import { trainScorer } from './train-scorer'

let model: ScorerModel

beforeAll(() => {
  const result = trainScorer(makeArithmeticSolutions(120), { seed: 3 })
  if (!result.ok) throw new Error(result.problem)
  model = result.scorer.model
})

const text = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    '',
    ' ',
    '\n',
    '= 3',
    '2 * 3 = 7',
    '9^9^9 = 1',
    '١٢٣ + ٤ = ٥',
    '𝟛 = 3',
    '\u0000',
    '1'.repeat(400),
  ),
)

describe('step scores', { timeout: 30_000 }, () => {
  test('are probabilities, finite for any text', () => {
    fc.assert(
      fc.property(text, fc.array(text, { maxLength: 8 }), (problem, steps) => {
        const scoredSteps = scoreSteps(model, { problem, steps })
        expect(scoredSteps.steps).toHaveLength(steps.length)
        for (const [step, probabilities] of scoredSteps.steps.entries()) {
          for (const probability of probabilities)
            expect(probability >= 0 && probability <= 1).toBe(true)
          expect(probabilities[0] + probabilities[1] + probabilities[2]).toBeCloseTo(1, 12)
          const { disagreement, entropy } = scoredSteps
          expect(disagreement[step]! >= 0 && disagreement[step]! <= entropy[step]! + 1e-12).toBe(
            true,
          )
          expect(entropy[step]!).toBeLessThanOrEqual(Math.log(3) + 1e-12)
        }
      }),
    )
  })

  test('depend only on the problem and the steps so far', () => {
    fc.assert(
      fc.property(
        text,
        fc.array(text, { minLength: 1, maxLength: 6 }),
        fc.array(text, { maxLength: 3 }),
        (problem, steps, later) => {
          const scoresAlone = scoreSteps(model, { problem, steps })
          const scoresWithLaterSteps = scoreSteps(model, { problem, steps: [...steps, ...later] })
          expect(scoresWithLaterSteps.steps.slice(0, steps.length)).toEqual(scoresAlone.steps)
        },
      ),
    )
  })

  test('do not depend on previously scored solutions', () => {
    const solution = {
      problem: '48193 boxes of 3',
      steps: ['48193 * 3 = 144579', 'so x = 90217', 'x + 1 = 77003'],
    }
    const first = scoreSteps(model, solution)
    scoreSteps(model, { problem: 'x = 5', steps: ['x = 7', '2 * 3 = 7', 'So it is 8.'] })
    expect(scoreSteps(model, solution)).toEqual(first)
  })

  test('are more negative for a false calculation than for a true one', () => {
    const score = (step: string) =>
      scoreSteps(model, { problem: 'How much is it?', steps: ['We compute.', step] }).steps[1]![0]
    expect(score('So 12 * 11 = 133.')).toBeGreaterThan(score('So 12 * 11 = 132.') + 0.3)
  })

  test.each([
    ['one word', 'a'.repeat(1_000_000)],
    ['words', 'so we add them '.repeat(70_000)],
    ['equations', '1 + 1 = 3, '.repeat(90_000)],
    ['brackets', '('.repeat(1_000_000)],
    ['formulas', '\\frac{1}{2} = '.repeat(70_000)],
    ['numbers', '1 2 3 4 5 '.repeat(100_000)],
    ['lines', '\n= '.repeat(300_000)],
  ])('exist for a step with a megabyte of %s', (_name, step) => {
    const { steps } = scoreSteps(model, { problem: step, steps: [step, step] })
    expect(steps.flat().every(Number.isFinite)).toBe(true)
  })

  test('exist for a thousand steps', () => {
    const steps = Array.from(
      { length: 1000 },
      (_, i) => `Step ${i}: ${i} + 1 = ${i + 1}, y_${i} = ${i}.`,
    )
    expect(scoreSteps(model, { problem: 'Count.', steps }).steps).toHaveLength(1000)
  })

  test('are empty without steps', () => {
    expect(scoreSteps(model, { problem: '', steps: [] })).toEqual({
      steps: [],
      disagreement: [],
      entropy: [],
    })
    expect(averageDisagreement({ disagreement: [] })).toBe(0)
    expect(averageDisagreement({ disagreement: [0.1, 0.3] })).toBeCloseTo(0.2)
  })
})

describe('features', () => {
  test('do not depend on the digits of a number: 57 and 83 give the same features, 5.7 others', () => {
    const describeStep = (step: string) => {
      const featuriser = new Featuriser()
      featuriser.startSolution('Add them.')
      const { indices, count } = featuriser.describeStep(step)
      return [...indices.subarray(0, count)]
    }
    expect(describeStep('The sum has 57 parts.')).toEqual(describeStep('The sum has 83 parts.'))
    expect(describeStep('The sum has 57 parts.')).not.toEqual(
      describeStep('The sum has 5.7 parts.'),
    )
  })
})
