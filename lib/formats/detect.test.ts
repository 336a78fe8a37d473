import { describe, expect, test } from 'vitest'

import { detectFormat, inputFormats, readLine } from './detect'
import { readSharedLines } from './testing/shared-data'

const generic = '{"problem": "p", "samples": ["x"]}'
const prm800k = '{"question": {"problem": "p"}, "label": {"steps": []}}'

describe('detection', () => {
  test.each([
    [generic, 'generic'],
    ['{"samples": []}', 'generic'],
    ['{"problem": "p", "options": [["a"]]}', 'generic'],
    [prm800k, 'prm800k'],
    ['{"question": {}}', 'prm800k'],
    ['{"problem": "p", "steps": [], "label": -1}', null],
    ['{"question": "q", "ground_truth": "a"}', null],
    ['{}', null],
    ['[]', null],
    ['null', null],
    ['"samples"', null],
  ])('%s is %s', (text, format) => {
    expect(detectFormat(JSON.parse(text))).toBe(format)
  })

  test('every format has a description', () => {
    expect(Object.keys(inputFormats)).toEqual(['prm800k', 'generic'])
  })
})

describe('reading a line', () => {
  test('names the format that was found', () => {
    expect(readLine('auto', generic)).toMatchObject({ ok: true, format: 'generic' })
    expect(readLine('generic', generic)).toMatchObject({ ok: true, format: 'generic' })
  })

  test('a format asked for is the one that refuses', () => {
    const result = readLine('prm800k', generic)
    expect(!result.ok && result.problems.map(({ place }) => place)).toContain('labeler')
  })

  test.each([
    ['{"problem": ', 'column 13', 'The line ends inside an object.'],
    ['{"a": 1, "a": 2}', 'a', 'The key "a" is given twice (again at column 10).'],
    ['[1]', 'line', 'The line is not an object: each line must be one, in braces.'],
    [
      '{"problem": "p"}',
      'line',
      'The format is not recognised: a PRM800K line has "question" and "label", a generic line ' +
        'has "problem" and "samples" or "options".',
    ],
  ])('%s', (text, place, reason) => {
    expect(readLine('auto', text)).toEqual({ ok: false, problems: [{ place, reason }] })
  })
})

test('real files are recognised and read', (context) => {
  const files = {
    'prm800k/samples.jsonl': 'prm800k',
    'candidates/math500-qwen2.5-1.5b-with-prm-scores.jsonl': 'generic',
  }
  for (const [name, format] of Object.entries(files)) {
    for (const line of readSharedLines(context, name)) {
      expect(readLine('auto', line)).toMatchObject({ ok: true, format })
    }
  }
})
