import { expect, test } from 'vitest'
import { readValidValue, readValueErrors } from './testing/read-value'

const line = {
  original_question: 'Why?',
  modified_question: 'Why?',
  original_process: ['1. A', '2. B'],
  modified_process: ['1. A', '2. X', '3. Y', '4. B'],
  modified_steps: [2, 3],
  error_steps: [2, 3],
  reason: 'X is wrong.',
  classification: 'circular',
}

test('reads the correct solution of a PRMBench line and its copy with errors', () => {
  const { problem, solutions } = readValidValue('prmbench', line)
  expect(problem.statement).toBe('Why?')
  expect(solutions).toMatchObject([
    { steps: ['1. A', '2. B'], annotations: [{ ratings: [1, 1], finishReason: 'solution' }] },
    {
      steps: ['1. A', '2. X', '3. Y', '4. B'],
      metadata: { classification: 'circular', modified_steps: [2, 3] },
      annotations: [{ ratings: [1, -1], supersededRatings: [-1, 1], explanation: 'X is wrong.' }],
    },
  ])
  expect(solutions[0]!.annotations[0]).not.toHaveProperty('explanation')
})

test('accepts the key names of PRMBench before its publication', () => {
  const { question, ...keys } = {
    question: 'q',
    origin_process: ['A'],
    modified_process: ['B'],
    hallucination_steps: [1],
  }
  const { problem, solutions } = readValidValue('prmbench', { ...keys, question })
  expect(problem.statement).toBe('q')
  expect(solutions.map(({ annotations }) => annotations[0]!.ratings)).toEqual([[1], [-1]])
})

test('omits the correct solution of a PRMBench line if it belongs to another question', () => {
  const { problem, solutions } = readValidValue('prmbench', { ...line, modified_question: 'When?' })
  expect(problem.statement).toBe('When?')
  expect(solutions.map(({ steps }) => steps)).toEqual([line.modified_process])
})

test.each([
  [{ ...line, error_steps: [5] }, 'error_steps[0]', 'There is no step 5: steps are 1 to 4.'],
  [{ ...line, error_steps: null }, 'error_steps', 'Expected a list of step numbers.'],
  [
    { ...line, modified_question: undefined },
    'modified_question',
    'Missing. Expected text here or in "question".',
  ],
])('rejects %j at %s', (value, location, reason) => {
  expect(readValueErrors('prmbench', value)).toEqual([{ location, reason }])
})
