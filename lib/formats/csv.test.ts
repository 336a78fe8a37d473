import { describe, expect, test } from 'vitest'

import { readItem } from './detect'
import { readGenericLine } from './generic'

function read(row: Record<string, string>) {
  return readItem('csv', { line: 2, offset: 0, byteLength: 1, row, start: '' })
}

describe('a row', () => {
  test('is a solution, as the generic format would have it', () => {
    const result = read({
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
      ...{ id: 'p-1', problem: 'p', answer: '2', solution: 'Count.', subject: 'Algebra' },
      ...{ level: '3', generator: 'm' },
      samples: [
        {
          ...{ id: 's-1', steps: ['One.', 'Two.'], answer: '3', is_correct: false },
          ...{
            score: -0.15,
            step_scores: [
              [0.1, 0, 0.9],
              [1, 0, 0],
            ],
            note: '=1+1',
          },
        },
      ],
    }
    const generic = readGenericLine(line)
    if (!result.ok || !generic.ok) throw new Error('It was refused.')
    expect(result.format).toBe('csv')
    const { problem, solutions } = result.record
    expect(problem).toEqual(generic.record.problem)
    const metadata = { note: '=1+1', samples: 'x' }
    expect(solutions).toEqual([{ ...generic.record.solutions[0], metadata }])
  })

  test('text is taken from the first column that has one; the others are metadata', () => {
    const result = read({
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
  ])('is_correct %j', (cell, isCorrect) => {
    expect(read({ problem: 'p', text: 't', is_correct: cell })).toMatchObject({
      record: { solutions: [{ isCorrect }] },
    })
  })

  test('an answer not given is to be extracted', () => {
    const result = read({ problem: 'p', text: 't', given_answer: '' })
    expect(result.ok && result.record.solutions[0]?.answer).toBeUndefined()
  })

  test.each([
    [{ problem: '', text: 't' }, 'problem', 'This is missing: text is needed.'],
    [{ problem: 'p', text: '' }, 'line', 'A row needs "text" (to be split into steps) or "steps".'],
    [
      { problem: 'p', text: 't', steps: '["x"]' },
      'steps',
      'A row has either "text" or "steps", not both.',
    ],
    [{ problem: 'p', steps: '["x", ""]' }, 'steps[1]', 'The text is empty.'],
    [
      { problem: 'p', steps: 'x' },
      'steps',
      'The cell is no JSON list: Unexpected "x" at column 1: a value was expected.',
    ],
    [
      { problem: 'p', steps: '{"a": {"a": 1, "a": 2}}' },
      'steps.a.a',
      'The key "a" is given twice (again at column 16).',
    ],
    [
      { problem: 'p', steps: '["x"]', step_scores: '[1, 2]' },
      'step_scores',
      'There is 1 step but 2 step scores.',
    ],
    [
      { problem: 'p', text: 't', score: '1,5' },
      'score',
      'Expected a finite number, with a point for decimals.',
    ],
    [
      { problem: 'p', text: 't', score: '1e999' },
      'score',
      'Expected a finite number, with a point for decimals.',
    ],
    [{ problem: 'p', text: 't', is_correct: 'maybe' }, 'is_correct', 'Expected true or false.'],
    [
      { problem: 'p', response: '![](a.png)' },
      'response',
      'Images are refused: the text has one at character 1.',
    ],
    [
      { problem: 'p', text: 't', 'a note': 'x\0' },
      '["a note"]',
      'Text holds the character NUL, which cannot be stored (character 2).',
    ],
  ])('%j is refused', (row, place, reason) => {
    expect(read(row)).toEqual({ ok: false, problems: [{ place, reason }] })
  })
})
