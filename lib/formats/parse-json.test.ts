import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scaleRuns } from '@/lib/platform/testing/report-figures'
import { parseJsonLine } from './parse-json'
import { readSharedDataLines } from './testing/shared-data'

const nest = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

describe('invalid JSON', () => {
  test.each([
    ['', 'column 1', 'The line is empty.'],
    ['{"a": 1', 'column 8', 'The line ends inside an object.'],
    ['{"a"', 'column 5', 'The line ends inside an object.'],
    ['[1,', 'column 4', 'The line ends inside a list.'],
    ['{"a": "bc', 'column 10', 'The line ends inside a string.'],
    ['{"a": "bc\\', 'column 10', 'The line ends inside a string.'],
    ['{"a": "\\u12', 'column 8', 'The line ends inside a string.'],
    ['{"a": tru}', 'column 7', 'Unexpected "t": expected a value.'],
    ['{"a": 01}', 'column 8', 'Unexpected "1": expected a comma or the closing bracket.'],
    ['{"a": 1.}', 'column 8', 'Unexpected ".": expected a comma or the closing bracket.'],
    ['{"a": 1,}', 'column 9', 'Unexpected "}": expected a key in double quotes.'],
    ['{"a" 1}', 'column 6', 'Unexpected "1": expected a colon.'],
    ["{'a': 1}", 'column 2', `Unexpected "'": expected a key in double quotes or "}".`],
    ['[1}', 'column 3', 'Unexpected "}": expected a comma or the closing bracket.'],
    ['{} {}', 'column 4', 'Unexpected "{": expected the end of the line.'],
    ['{}\ufeff', 'column 3', 'Unexpected U+FEFF: expected the end of the line.'],
    ['["\t"]', 'column 3', 'A control character (U+0009) is not escaped.'],
    ['["\\x"]', 'column 3', 'The escape \\x is not valid JSON.'],
    ['["\\u00g0"]', 'column 3', 'The escape \\u00g0 is not valid JSON.'],
  ])('is rejected with its location: %s', (text, location, reason) => {
    expect(parseJsonLine(text)).toEqual({ ok: false, location, reason })
  })
})

describe('JSON that can’t be stored unchanged', () => {
  test.each([
    [
      '{"a": [0, {"b": "x\\u0000"}]}',
      'a[1].b',
      'Text contains the character NUL, which can’t be stored (column 19).',
    ],
    ['["\\ud83d"]', '[0]', 'Text contains half of a surrogate pair (column 3).'],
    ['["\\ud83dx"]', '[0]', 'Text contains half of a surrogate pair (column 3).'],
    ['["\\ude00\\ud83d"]', '[0]', 'Text contains half of a surrogate pair (column 3).'],
    ['{"a": {"\\ud83d": 1}}', 'a', 'A key contains half of a surrogate pair (column 9).'],
    [
      '{"a\\u0000": 1}',
      'line',
      'A key contains the character NUL, which can’t be stored (column 4).',
    ],
    ['{"score": 1e400}', 'score', 'The number 1e400 is too large (column 11).'],
    ['{"score": NaN}', 'score', 'Numbers must be finite (column 11).'],
    ['{"score": -Infinity}', 'score', 'Numbers must be finite (column 11).'],
    [
      '{"n": [9007199254740993]}',
      'n[0]',
      'The whole number 9007199254740993 is beyond 2^53 and would lose digits. Write it as text (column 8).',
    ],
    [
      '{"label": {"rating": 1, "x": {"rating": 0}, "rating": -1}}',
      'label.rating',
      'The key "rating" occurs twice (again at column 45).',
    ],
    ['{"a": 1, "\\u0061": 2}', 'a', 'The key "a" occurs twice (again at column 10).'],
    [
      '[{"__proto__": {"polluted": 1}}]',
      '[0].__proto__',
      'The key "__proto__" is not allowed (column 3).',
    ],
    ['{"__pro\\u0074o__": 1}', '__proto__', 'The key "__proto__" is not allowed (column 2).'],
  ])('is rejected with its location: %s', (text, location, reason) => {
    expect(parseJsonLine(text)).toEqual({ ok: false, location, reason })
  })

  test('is rejected quickly if it is nested deeper than 32 levels', () => {
    expect(parseJsonLine(nest(32))).toMatchObject({ ok: true })
    expect(parseJsonLine(nest(33))).toEqual({
      ok: false,
      location: 'column 33',
      reason: 'Nested deeper than 32.',
    })
    expect(parseJsonLine('{"a":'.repeat(1_000_000))).toMatchObject({ location: 'column 161' })
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })
})

describe('valid JSON', () => {
  test.each([
    '{"a":"\\ud83d\\ude00 😀","constructor":1,"b":{"a":2},"c":[{"a":1},{"a":2}]}',
    ' \t[ 9007199254740991 , -9007199254740991, 1e20, 1.5E-7, -0, "\u2028\u007f" ]\r',
    '"text"',
    '-1',
    'null',
  ])('is accepted: %s', (text) => {
    expect(parseJsonLine(text)).toEqual({ ok: true, value: JSON.parse(text) })
  })

  test('is accepted if only half of a surrogate pair is escaped', () => {
    expect(parseJsonLine('["\\ud83d\ude00"]')).toEqual({ ok: true, value: ['😀'] })
  })
})

describe('parseJsonLine compared with JSON.parse', () => {
  test('accepts JSON without anything that can’t be stored unchanged', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (text) => {
        const isStorable = !/\\u0000|__proto__/.test(text) && !/\d{16}/.test(text)
        fc.pre(isStorable)
        expect(parseJsonLine(text)).toEqual({ ok: true, value: JSON.parse(text) })
      }),
    )
  })

  test('accepts only text that JSON.parse accepts', () => {
    const broken = fc
      .tuple(
        fc.json(),
        fc.nat(),
        fc.nat({ max: 2 }),
        fc.constantFrom('', '"', '{', ']', ',', ':', '\\', '1', 'e', '.', ' ', '\n'),
      )
      .map(([text, index, drop, add]) => {
        const location = index % (text.length + 1)
        return text.slice(0, location) + add + text.slice(location + drop)
      })
    fc.assert(
      fc.property(broken, (text) => {
        let isJson = true
        try {
          JSON.parse(text)
        } catch {
          isJson = false
        }
        const result = parseJsonLine(text)
        if (result.ok) expect(result.value).toEqual(JSON.parse(text))
        if (!isJson) expect(result.ok).toBe(false)
        const isSyntax =
          !result.ok && /^(?:Unexpected|The line|The escape|A control)/.test(result.reason)
        if (isSyntax) expect(isJson).toBe(false)
      }),
      { numRuns: scaleRuns(3000) },
    )
  })
})

test('parseJsonLine accepts every line of the published data sets', (context) => {
  const files = [
    'prm800k/samples.jsonl',
    'math500/test.jsonl',
    'candidates/gsm8k-model-solutions.jsonl',
    'candidates/math500-qwen2.5-1.5b-with-prm-scores.jsonl',
    'labelled/mr-ben-math.jsonl',
    'labelled/big-bench-mistake-arithmetic.jsonl',
  ]
  for (const file of files) {
    for (const line of readSharedDataLines(context, file)) {
      expect(parseJsonLine(line)).toEqual({ ok: true, value: JSON.parse(line) })
    }
  }
})
