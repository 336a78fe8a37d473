import { describe, expect, test } from 'vitest'
import { readItemRecord } from './detect-input-format'
import { readGenericLine } from './generic'

function readRow(row: Record<string, string>) {
  return readItemRecord('csv', {
    line: 2,
    offset: 0,
    byteLength: 1,
    row,
    columnNames: {},
    excerpt: '',
  })
}

describe('reading a CSV row', () => {
  test('gives the same problem and solution as the same data in the generic format', () => {
    const result = readRow({
      problem: 'p',
      answer: '2',
      solution: 'Count.',
      subject: 'Algebra',
      level: '3',
      problem_id: 'p-1',
      id: 's-1',
      steps: '["One.", "Two."]',
      given_answer: '3',
      is_correct: 'FALSE',
      score: '-1.5e-1',
      step_scores: '[[0.1, 0, 0.9], [1, 0, 0]]',
      model: 'm',
      note: '=1+1',
      blank: ' ',
      samples: 'x',
    })
    const line = {
      id: 'p-1',
      problem: 'p',
      answer: '2',
      solution: 'Count.',
      subject: 'Algebra',
      level: '3',
      generator: 'm',
      samples: [
        {
          id: 's-1',
          steps: ['One.', 'Two.'],
          answer: '3',
          is_correct: false,
          score: -0.15,
          step_scores: [
            [0.1, 0, 0.9],
            [1, 0, 0],
          ],
          note: '=1+1',
        },
      ],
    }
    const generic = readGenericLine(line)
    if (!result.ok || !generic.ok) throw new Error('It was rejected.')
    expect(result.format).toBe('csv')
    const { problem, solutions } = result.record
    expect(problem).toEqual(generic.record.problem)
    const metadata = { note: '=1+1', samples: 'x' }
    expect(solutions).toEqual([{ ...generic.record.solutions[0], metadata }])
  })

  test('takes the text from the first filled column, and stores the others as metadata', () => {
    const result = readRow({
      problem: 'p',
      text: '',
      completion: 'c',
      response: 'r',
      generator: 'g',
      model: 'm',
    })
    expect(result).toMatchObject({
      record: {
        solutions: [{ text: 'c', generator: 'g', metadata: { response: 'r', model: 'm' } }],
      },
    })
  })

  test.each([
    ['true', true],
    ['1', true],
    [' Yes', true],
    ['0', false],
    ['no', false],
    ['', null],
  ])('reads the cell %j of is_correct as %s', (cell, isCorrect) => {
    expect(readRow({ problem: 'p', text: 't', is_correct: cell })).toMatchObject({
      record: { solutions: [{ isCorrect }] },
    })
  })

  test('leaves the answer to be extracted from the text if given_answer is empty', () => {
    const result = readRow({ problem: 'p', text: 't', given_answer: '' })
    expect(result.ok && result.record.solutions[0]?.answer).toBeUndefined()
  })

  test.each([
    [{ problem: '', text: 't' }, 'problem', 'Missing. Its value must be text.'],
    [{ problem: 'p', text: '' }, 'line', 'A row needs "text" (to be split into steps) or "steps".'],
    [
      { problem: 'p', text: 't', steps: '["x"]' },
      'steps',
      'A row has either "text" or "steps", not both.',
    ],
    [
      { problem: 'p', completion: 't', steps: '["x"]' },
      'steps',
      'A row has either "completion" or "steps", not both.',
    ],
    [{ problem: 'p', steps: '["x", ""]' }, 'steps[1]', 'The text is empty.'],
    [
      { problem: 'p', steps: 'x' },
      'steps',
      'The cell is not a JSON list. Unexpected "x": expected a value (column 1).',
    ],
    [
      { problem: 'p', steps: '{"a": {"a": 1, "a": 2}}' },
      'steps.a.a',
      'The key "a" occurs twice (again at column 16).',
    ],
    [
      { problem: 'p', steps: '["x"]', step_scores: '[1, 2]' },
      'step_scores',
      'There is 1 step but 2 step scores.',
    ],
    [
      { problem: 'p', text: 't', score: '1,5' },
      'score',
      'Expected a finite number. Write decimals with a point.',
    ],
    [
      { problem: 'p', text: 't', score: '1e999' },
      'score',
      'Expected a finite number. Write decimals with a point.',
    ],
    [{ problem: 'p', text: 't', is_correct: 'maybe' }, 'is_correct', 'Expected true or false.'],
    [
      { problem: 'p', response: '![](a.png)' },
      'response',
      'Images are not allowed. The text has one at character 1.',
    ],
    [
      { problem: 'p', text: 't', 'a note': 'x\0' },
      '["a note"]',
      'Text contains the character NUL, which can’t be stored (character 2).',
    ],
  ])('rejects %j at %s: %s', (row, location, reason) => {
    expect(readRow(row)).toEqual({ ok: false, errors: [{ location, reason }] })
  })
})
