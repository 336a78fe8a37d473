import { describe, expect, test } from 'vitest'
import { readGenericLine } from './generic'
import { parseJsonLine } from './parse-json'
import type { ImportRecord } from './record'
import { readSharedDataLines } from './testing/shared-data'

function readRecord(value: unknown): ImportRecord {
  const result = readGenericLine(value)
  if (!result.ok) throw new Error(JSON.stringify(result.errors))
  return result.record
}

const line = {
  id: 'alg-17',
  problem: 'Solve $x + 2 = 5$.',
  answer: '3',
  solution: 'Take 2 away.',
  subject: 'Algebra',
  level: 3,
  contest: { year: 2024 },
  generator: 'my-model-7b',
  samples: [
    {
      id: 'alg-17/0',
      steps: ['$x = 5 - 2$', 'So $x = 4$.'],
      answer: '4',
      is_correct: false,
      score: -0.87,
      step_scores: [
        [0.1, 0.2, 0.7],
        [0.8, 0.1, 0.1],
      ],
      alternatives: {
        '1': ['So $x = 3$.', { text: 'So $x = 7$.', source: 'other-3b' }],
        '0': ['$x=3$'],
      },
      explanations: { '1': ['5 - 2 is 3.', 'Arithmetic.'] },
      temperature: 0.7,
    },
    'Subtract 2.\n\nThe answer is 3.',
    { text: 'Three.', answer: null, step_scores: [0.5, 1] },
  ],
}

test('reads every field of a line in the generic format', () => {
  const { problem, solutions } = readRecord(line)
  expect(problem).toEqual({
    externalId: 'alg-17',
    statement: 'Solve $x + 2 = 5$.',
    answer: '3',
    referenceSolution: 'Take 2 away.',
    subject: 'Algebra',
    level: '3',
    metadata: { contest: { year: 2024 } },
    identity: 'id:alg-17',
  })
  expect(solutions[0]).toEqual({
    externalId: 'alg-17/0',
    flow: 'solution',
    text: null,
    steps: ['$x = 5 - 2$', 'So $x = 4$.'],
    options: [
      { step: 0, option: 1, text: '$x=3$', source: null },
      { step: 1, option: 1, text: 'So $x = 3$.', source: null },
      { step: 1, option: 2, text: 'So $x = 7$.', source: 'other-3b' },
    ],
    explanations: [
      { step: 1, text: '5 - 2 is 3.' },
      { step: 1, text: 'Arithmetic.' },
    ],
    answer: '4',
    isCorrect: false,
    score: -0.87,
    stepScores: [
      [0.1, 0.2, 0.7],
      [0.8, 0.1, 0.1],
    ],
    generator: 'my-model-7b',
    metadata: { temperature: 0.7 },
    annotations: [],
  })
  expect(solutions[1]).toMatchObject({
    text: 'Subtract 2.\n\nThe answer is 3.',
    steps: null,
    answer: undefined,
  })
  expect(solutions[2]).toMatchObject({
    answer: null,
    stepScores: [0.5, 1],
    isCorrect: null,
    score: null,
  })
})

test('reads a generic line with only a problem and samples', () => {
  const { problem, solutions } = readRecord({ problem: 'Why?', samples: ['Because.'] })
  expect(problem).toEqual({
    externalId: null,
    statement: 'Why?',
    answer: null,
    referenceSolution: null,
    subject: null,
    level: null,
    metadata: {},
    identity: 'statement:Why?',
  })
  expect(solutions).toHaveLength(1)
})

test('reads options per step in a generic line as a step-choice solution', () => {
  const { solutions } = readRecord({
    problem: 'Why?',
    generator: 'g',
    options: [['a', 'b'], [{ text: 'c', source: 'h' }]],
  })
  expect(solutions).toMatchObject([
    {
      flow: 'step_choice',
      text: null,
      steps: ['a', 'c'],
      options: [
        { step: 0, option: 0, text: 'a', source: null },
        { step: 0, option: 1, text: 'b', source: null },
        { step: 1, option: 0, text: 'c', source: 'h' },
      ],
      answer: null,
      generator: 'g',
    },
  ])
})

test('treats null in a generic line as absent, and a blank reference answer as missing', () => {
  const nulls = {
    id: null,
    solution: null,
    subject: null,
    level: null,
    generator: null,
    options: null,
  }
  const sample = {
    id: null,
    text: 'x',
    steps: null,
    is_correct: null,
    score: null,
    step_scores: null,
  }
  const { problem, solutions } = readRecord({
    ...nulls,
    problem: 'p',
    answer: ' ',
    samples: [{ ...sample, alternatives: null, explanations: null }],
  })
  expect(problem).toMatchObject({ externalId: null, answer: null, identity: 'statement:p' })
  expect(solutions[0]).toMatchObject({
    externalId: null,
    options: [],
    stepScores: null,
    metadata: {},
  })
})

const withSample = (sample: unknown) => ({ problem: 'p', samples: ['fine', sample] })
const two = { steps: ['a', 'b'] }

describe('an invalid generic line', () => {
  test.each([
    [{}, 'problem', 'Missing. Its value must be text.'],
    [[], 'line', 'Expected an object, got a list.'],
    [{ problem: ' ', samples: ['x'] }, 'problem', 'The text is empty.'],
    [{ problem: 5, samples: ['x'] }, 'problem', 'Expected text, got 5. Write "5".'],
    [{ problem: 'p', answer: 14, samples: ['x'] }, 'answer', 'Expected text, got 14. Write "14".'],
    [{ problem: 'p', id: '', samples: ['x'] }, 'id', 'The text is empty.'],
    [{ problem: 'p', level: [], samples: ['x'] }, 'level', 'Expected text or a number.'],
    [{ problem: 'p' }, 'line', 'The line needs "samples" (solutions) or "options" (per step).'],
    [{ problem: 'p', samples: [] }, 'samples', 'The list is empty.'],
    [{ problem: 'p', samples: 'x' }, 'samples', 'Expected a list, got text.'],
    [
      { problem: 'p', samples: ['x'], options: [['y']] },
      'options',
      'The line has either "samples" or "options", not both.',
    ],
    [{ problem: 'p', options: [['a'], []] }, 'options[1]', 'The list is empty.'],
    [{ problem: 'p', options: [['a', ' ']] }, 'options[0][1]', 'The text is empty.'],
    [
      { problem: 'p', options: [['a', { source: 'x' }]] },
      'options[0][1].text',
      'Missing. Its value must be text.',
    ],
    [withSample(''), 'samples[1]', 'The text is empty.'],
    [withSample(5), 'samples[1]', 'Expected an object, got 5.'],
    [withSample({}), 'samples[1]', 'A sample needs "text" (to be split into steps) or "steps".'],
    [withSample({ text: ' \n' }), 'samples[1].text', 'The text is empty.'],
    [
      withSample({ text: 'x', ...two }),
      'samples[1].steps',
      'A sample has either "text" or "steps", not both.',
    ],
    [withSample({ steps: [] }), 'samples[1].steps', 'The list is empty.'],
    [withSample({ steps: ['a', ''] }), 'samples[1].steps[1]', 'The text is empty.'],
    [
      withSample({ text: 'x', is_correct: 'yes' }),
      'samples[1].is_correct',
      'Expected true or false, got text.',
    ],
    [withSample({ text: 'x', score: '0.5' }), 'samples[1].score', 'Expected a number, got text.'],
    [
      withSample({ text: 'x', score: Infinity }),
      'samples[1].score',
      'Expected a number, got Infinity.',
    ],
    [
      withSample({ ...two, step_scores: [0.5, 'x'] }),
      'samples[1].step_scores[1]',
      'Expected a number, or three numbers [negative, neutral, positive].',
    ],
    [
      withSample({ ...two, step_scores: [[0.5, 0.5]] }),
      'samples[1].step_scores[0]',
      'Expected a number, or three numbers [negative, neutral, positive].',
    ],
    [
      withSample({ ...two, step_scores: [0.5, [0, 0, 1]] }),
      'samples[1].step_scores[1]',
      'Numbers and lists are mixed. Use one kind.',
    ],
    [
      withSample({ ...two, step_scores: [0.5] }),
      'samples[1].step_scores',
      'There are 2 steps but 1 step score.',
    ],
    [
      withSample({ ...two, alternatives: { '2': ['x'] } }),
      'samples[1].alternatives["2"]',
      'There is no step 2: steps are 0 to 1.',
    ],
    [
      withSample({ ...two, explanations: { first: ['x'] } }),
      'samples[1].explanations.first',
      'Expected a step number, counted from 0.',
    ],
    [
      withSample({ ...two, alternatives: [['x']] }),
      'samples[1].alternatives',
      'Expected an object, got a list.',
    ],
    [
      withSample({ ...two, alternatives: { '0': ['x', { text: '' }] } }),
      'samples[1].alternatives["0"][1].text',
      'The text is empty.',
    ],
    [
      withSample({ text: 'see ![graph](https://example.org/x.png)' }),
      'samples[1].text',
      'Images are not allowed. The text has one at character 5.',
    ],
    [
      { problem: '![](x)', samples: ['x'] },
      'problem',
      'Images are not allowed. The text has one at character 1.',
    ],
  ])('is rejected: %j, at %s: %s', (value, location, reason) => {
    const result = readGenericLine(value)
    expect(result).toMatchObject({ ok: false })
    expect(!result.ok && result.errors).toContainEqual({ location, reason })
  })

  test('is reported with all its errors at once', () => {
    const result = readGenericLine({ problem: '', samples: [{ steps: [''] }, { text: 1 }] })
    expect(!result.ok && result.errors.map(({ location }) => location)).toEqual([
      'problem',
      'samples[0].steps[0]',
      'samples[1].text',
    ])
  })

  test('is rejected if it has more than 10,000 steps', () => {
    const result = readGenericLine(withSample({ steps: Array.from({ length: 10_001 }, () => 'x') }))
    expect(result).toMatchObject({
      errors: [{ location: 'samples[1].steps', reason: 'The list has more than 10000 entries.' }],
    })
  })
})

test('stores a prototype-polluting key as plain metadata', () => {
  const value = { problem: 'p', samples: ['x'], constructor: { prototype: { polluted: 1 } } }
  const { problem } = readRecord(value)
  expect(problem.metadata).toEqual({ constructor: { prototype: { polluted: 1 } } })
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
})

test('reads 320 real model solutions of 20 problems with their scores', (context) => {
  const lines = readSharedDataLines(
    context,
    'candidates/math500-qwen2.5-1.5b-with-prm-scores.jsonl',
  )
  const records = lines.map((text) => {
    const parsed = parseJsonLine(text)
    return readRecord(parsed.ok && parsed.value)
  })
  expect(records).toHaveLength(20)
  const solutions = records.flatMap((record) => record.solutions)
  expect(solutions).toHaveLength(320)
  expect(solutions.filter(({ answer }) => answer === null)).toHaveLength(56)
  expect(solutions.every(({ score, text }) => score !== null && text !== null)).toBe(true)
})
