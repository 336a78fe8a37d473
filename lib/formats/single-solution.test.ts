import { expect, test } from 'vitest'
import { readValidValue, readValueErrors } from './testing/read-value'

const line = {
  problem: 'Why?',
  problem_id: 'q',
  answer: '2',
  id: 's',
  response: 'A\n\nB',
  given_answer: '3',
  score: 0.5,
  model: 'my-model-7b',
  seed: 17,
}

test('reads a line without nesting as a problem with one solution', () => {
  const { problem, solutions } = readValidValue('generic', line)
  expect(problem).toMatchObject({ statement: 'Why?', externalId: 'q', answer: '2', metadata: {} })
  expect(solutions).toMatchObject([
    {
      externalId: 's',
      text: 'A\n\nB',
      answer: '3',
      score: 0.5,
      generator: 'my-model-7b',
      metadata: { seed: 17 },
    },
  ])
})

test('reads the steps of a line with one solution, with their scores', () => {
  const { solutions } = readValidValue('generic', {
    problem: 'Why?',
    text: null,
    steps: ['A', 'B'],
    step_scores: [0.9, 0.1],
  })
  expect(solutions).toMatchObject([{ text: null, steps: ['A', 'B'], stepScores: [0.9, 0.1] }])
})

test.each([
  [{ ...line, response: ' ' }, 'response', 'The text is empty.'],
  [{ ...line, given_answer: 3 }, 'given_answer', 'Expected text, got 3. Write "3".'],
  [{ ...line, problem_id: 3 }, 'problem_id', 'Expected text, got 3. Write "3".'],
  [{ ...line, response: null }, 'line', 'A line needs "text" (to be split into steps) or "steps".'],
])('names the key of the line in an error: %j at %s', (value, location, reason) => {
  expect(readValueErrors('generic', value)).toEqual([{ location, reason }])
})
