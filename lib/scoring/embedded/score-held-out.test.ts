import { expect, test } from 'vitest'
import { makeArithmeticSolutions } from '@/lib/scoring/testing/labelled-solutions'
import { scoreHeldOut } from './score-held-out'
import { trainScorer } from './train-scorer'
import { describeExamples } from './training-rows'

const examples = makeArithmeticSolutions(40)
const rows = describeExamples(examples, () => true)!

function makeModel() {
  const result = trainScorer(examples, { seed: 1 })
  if (!result.ok) throw new Error(result.problem)
  return result.scorer.model
}

test('what was drawn and held out is scored, and told one by one; the rest is let be', () => {
  const model = makeModel()
  const progress: number[] = []
  const isHeldOut = (solution: number) => solution % 2 === 1
  // Of the first ten examples alone were rows drawn.
  const count = rows.solutions.indexOf(10)
  const scored = scoreHeldOut(
    model,
    { rows: { ...rows, count }, examples, isHeldOut },
    (steps) => progress.push(steps) > 0,
  )!
  const heldOut = [1, 3, 5, 7, 9].map((solution) => examples[solution]!)
  expect(scored.map(({ problemId }) => problemId)).toEqual(
    heldOut.map(({ problemId }) => problemId),
  )
  expect(progress).toEqual(heldOut.map(({ ratings }) => ratings.length))
  for (const { negative, byPosition } of scored) expect(byPosition).toHaveLength(negative.length)
}, 30_000)

test('it stops after the example at which it is told to', () => {
  const model = makeModel()
  let calls = 0
  const scored = scoreHeldOut(model, { rows, examples, isHeldOut: () => true }, () => ++calls < 3)
  expect(scored).toBeNull()
  expect(calls).toBe(3)
}, 30_000)
