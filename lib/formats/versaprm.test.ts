import { expect, test } from 'vitest'
import { readValidValue, readValueErrors } from './testing/read-value'

const line = {
  domain: 'law',
  source: 's',
  question: 'Which?',
  answer: 'B',
  chain_of_thoughts: [
    {
      steps: ['A', 'B', 'C'],
      labels: [1, 0, 1],
      augs: [
        { aug_step: 'b', aug_idx: 1, aug_type: 0 },
        { aug_step: 'd', aug_idx: 3, aug_type: -1 },
      ],
    },
    { steps: ['E'], labels: [1], augs: [], cot_id: 7 },
  ],
}

test('reads each VersaPRM chain as a solution, and each alternative step as a solution that ends with it', () => {
  const { problem, solutions } = readValidValue('versaprm', line)
  expect(problem).toMatchObject({
    statement: 'Which?',
    answer: 'B',
    referenceSolution: null,
    subject: 'law',
    metadata: { source: 's' },
  })
  expect(
    solutions.map(({ steps, annotations }) => [
      steps,
      annotations[0]!.ratings,
      annotations[0]!.supersededRatings,
    ]),
  ).toEqual([
    [['A', 'B', 'C'], [1, -1], [1]],
    [['A', 'b'], [1, 0], undefined],
    [
      ['A', 'B', 'C', 'd'],
      [1, -1],
      [1, -1],
    ],
    [['E'], [1], undefined],
  ])
  expect(solutions[3]!.metadata).toEqual({ cot_id: 7 })
})

test('reads a long VersaPRM answer as the reference solution', () => {
  const answer = 'Because one and one are two, and two and two are \\boxed{4}.'
  expect(readValidValue('versaprm', { ...line, answer }).problem).toMatchObject({
    answer: null,
    referenceSolution: answer,
  })
})

const chain = line.chain_of_thoughts[1]!
test.each([
  [{ ...chain, labels: [] }, 'chain_of_thoughts[0].labels', 'There are 1 steps but 0 labels.'],
  [{ ...chain, labels: [2] }, 'chain_of_thoughts[0].labels[0]', 'Expected -1, 0 or 1.'],
  [
    { ...chain, augs: [{ aug_step: 'x', aug_idx: 2, aug_type: 1 }] },
    'chain_of_thoughts[0].augs[0].aug_idx',
    'There are 1 steps before it, not 2.',
  ],
  [{ steps: [], labels: [], augs: [] }, 'chain_of_thoughts', 'No chain has a step.'],
])('rejects %j at %s', (value, location, reason) => {
  expect(readValueErrors('versaprm', { ...line, chain_of_thoughts: [value] })).toEqual([
    { location, reason },
  ])
})
