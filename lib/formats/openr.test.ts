import { expect, test } from 'vitest'
import { readValidValue, readValueErrors } from './testing/read-value'

const line = {
  question: 'Why?',
  process: 'Step 1: A ки\nStep 2: B ки\nStep 3: C ки',
  labels: [1, 0, 1],
}

test('reads one OpenR label per step, where a tag ends each step', () => {
  const { problem, solutions } = readValidValue('openr', { ...line, more: 1 })
  expect(problem).toMatchObject({ statement: 'Why?', answer: null })
  expect(solutions).toMatchObject([
    {
      steps: ['Step 1: A', 'Step 2: B', 'Step 3: C'],
      metadata: { more: 1 },
      annotations: [
        {
          labeler: 'openr',
          finishReason: 'found_error',
          ratings: [1, -1],
          supersededRatings: [1],
        },
      ],
    },
  ])
})

test('reads OpenR steps that end with five line breaks, with the labels + and -', () => {
  const process = 'A\n\nmore \n\n\n\n\n B \n\n\n\n\n'
  const { solutions } = readValidValue('openr', { question: 'q', process, label: ['+', '-'] })
  expect(solutions).toMatchObject([
    { steps: ['A\n\nmore', 'B'], annotations: [{ ratings: [1, -1] }] },
  ])
})

test.each([
  [{ ...line, labels: [1, 1] }, 'labels', 'There are 3 steps but 2 labels.'],
  [{ ...line, process: 'A ки ки B', labels: [1, 1, 1] }, 'process', 'Step 2 is empty.'],
  [{ ...line, labels: [1, 0.5, 1] }, 'labels[1]', 'Expected + or -, true or false, or 1 or 0.'],
  [{ ...line, label: [1, 1, 1] }, 'label', 'Use "label" or "labels", not both.'],
  [{ ...line, labels: undefined }, 'label', 'Missing. Expected a list in "label" or in "labels".'],
])('rejects %j at %s', (value, location, reason) => {
  expect(readValueErrors('openr', value)).toEqual([{ location, reason }])
})
