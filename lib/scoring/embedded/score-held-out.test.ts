import { expect, test } from 'vitest'
import { makeArithmeticSolutions } from '@/lib/scoring/testing/labelled-solutions'
import { scoreHeldOutExamples } from './score-held-out'
import { trainScorer } from './train-scorer'
import { featuriseExamples } from './training-rows'

const examples = makeArithmeticSolutions(40)
const rows = featuriseExamples(examples, () => true)!

function makeModel() {
  const result = trainScorer(examples, { seed: 1 })
  if (!result.ok) throw new Error(result.problem)
  return result.scorer.model
}

test('scores sampled held-out examples and reports each', () => {
  const model = makeModel()
  const progress: number[] = []
  const isHeldOut = (solution: number) => solution % 2 === 1
  // Only rows of the first ten examples were sampled.
  const count = rows.solutions.indexOf(10)
  const scoredHeldOutSolutions = scoreHeldOutExamples(
    model,
    { rows: { ...rows, count }, examples, isHeldOut },
    (steps) => progress.push(steps) > 0,
  )!
  const heldOut = [1, 3, 5, 7, 9].map((solution) => examples[solution]!)
  expect(scoredHeldOutSolutions.map(({ problemId }) => problemId)).toEqual(
    heldOut.map(({ problemId }) => problemId),
  )
  expect(progress).toEqual(heldOut.map(({ ratings }) => ratings.length))
  for (const { negative, byPosition } of scoredHeldOutSolutions)
    expect(byPosition).toHaveLength(negative.length)
}, 30_000)

test('stops after the example at which onExample returns false', () => {
  const model = makeModel()
  let calls = 0
  const scoredHeldOutSolutions = scoreHeldOutExamples(
    model,
    { rows, examples, isHeldOut: () => true },
    () => ++calls < 3,
  )
  expect(scoredHeldOutSolutions).toBeNull()
  expect(calls).toBe(3)
}, 30_000)
