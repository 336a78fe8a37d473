import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { parseJsonLine } from './parse-json'
import { readSharedLines } from './testing/shared-data'

const nest = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

describe('what is wrong, in plain words and with its place', () => {
  test.each([
    ['', 'column 1', 'The line is empty.'],
    ['{"a": 1', 'column 8', 'The line ends inside an object.'],
    ['{"a"', 'column 5', 'The line ends inside an object.'],
    ['[1,', 'column 4', 'The line ends inside a list.'],
    ['{"a": "bc', 'column 10', 'The line ends inside a string.'],
    ['{"a": "bc\\', 'column 10', 'The line ends inside a string.'],
    ['{"a": "\\u12', 'column 8', 'The line ends inside a string.'],
    ['{"a": tru}', 'column 7', 'Unexpected "t" at column 7: a value was expected.'],
    [
      '{"a": 01}',
      'column 8',
      'Unexpected "1" at column 8: a comma or the closing bracket was expected.',
    ],
    [
      '{"a": 1.}',
      'column 8',
      'Unexpected "." at column 8: a comma or the closing bracket was expected.',
    ],
    ['{"a": 1,}', 'column 9', 'Unexpected "}" at column 9: a key in double quotes was expected.'],
    ['{"a" 1}', 'column 6', 'Unexpected "1" at column 6: a colon was expected.'],
    [
      "{'a': 1}",
      'column 2',
      `Unexpected "'" at column 2: a key in double quotes or "}" was expected.`,
    ],
    ['[1}', 'column 3', 'Unexpected "}" at column 3: a comma or the closing bracket was expected.'],
    ['{} {}', 'column 4', 'Unexpected "{" at column 4: nothing may follow the value.'],
    ['{}\ufeff', 'column 3', 'Unexpected U+FEFF at column 3: nothing may follow the value.'],
    ['["\t"]', 'column 3', 'A control character (U+0009) at column 3 is not escaped.'],
    ['["\\x"]', 'column 3', 'The escape \\x at column 3 does not exist in JSON.'],
    ['["\\u00g0"]', 'column 3', 'The escape \\u00g0 at column 3 does not exist in JSON.'],
  ])('%s', (text, place, reason) => {
    expect(parseJsonLine(text)).toEqual({ ok: false, place, reason })
  })
})

describe('JSON that cannot be kept as it is', () => {
  test.each([
    [
      '{"a": [0, {"b": "x\\u0000"}]}',
      'a[1].b',
      'Text holds the character NUL, which cannot be stored (column 19).',
    ],
    [
      '["\\ud83d"]',
      '[0]',
      'Text holds half of a surrogate pair, which is no character (column 3).',
    ],
    [
      '["\\ud83dx"]',
      '[0]',
      'Text holds half of a surrogate pair, which is no character (column 3).',
    ],
    [
      '["\\ude00\\ud83d"]',
      '[0]',
      'Text holds half of a surrogate pair, which is no character (column 3).',
    ],
    [
      '{"a": {"\\ud83d": 1}}',
      'a',
      'A key holds half of a surrogate pair, which is no character (column 9).',
    ],
    [
      '{"a\\u0000": 1}',
      'line',
      'A key holds the character NUL, which cannot be stored (column 4).',
    ],
    ['{"score": 1e400}', 'score', 'The number 1e400 is too large: it must be finite (column 11).'],
    ['{"score": NaN}', 'score', 'Numbers must be finite (column 11).'],
    ['{"score": -Infinity}', 'score', 'Numbers must be finite (column 11).'],
    [
      '{"n": [9007199254740993]}',
      'n[0]',
      'The whole number 9007199254740993 is beyond 2^53 and would lose digits: write it as text (column 8).',
    ],
    [
      '{"label": {"rating": 1, "x": {"rating": 0}, "rating": -1}}',
      'label.rating',
      'The key "rating" is given twice (again at column 45).',
    ],
    ['{"a": 1, "\\u0061": 2}', 'a', 'The key "a" is given twice (again at column 10).'],
    [
      '[{"__proto__": {"polluted": 1}}]',
      '[0].__proto__',
      'The key "__proto__" is refused (column 3).',
    ],
    ['{"__pro\\u0074o__": 1}', '__proto__', 'The key "__proto__" is refused (column 2).'],
  ])('%s', (text, place, reason) => {
    expect(parseJsonLine(text)).toEqual({ ok: false, place, reason })
  })

  test('nesting is allowed to depth 32, and a million deep costs nothing', () => {
    expect(parseJsonLine(nest(32))).toMatchObject({ ok: true })
    expect(parseJsonLine(nest(33))).toEqual({
      ok: false,
      place: 'column 33',
      reason: 'Nested deeper than 32 (column 33).',
    })
    expect(parseJsonLine('{"a":'.repeat(1_000_000))).toMatchObject({ place: 'column 161' })
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })
})

describe('what is allowed', () => {
  test.each([
    '{"a":"\\ud83d\\ude00 😀","constructor":1,"b":{"a":2},"c":[{"a":1},{"a":2}]}',
    ' \t[ 9007199254740991 , -9007199254740991, 1e20, 1.5E-7, -0, "\u2028\u007f" ]\r',
    '"text"',
    '-1',
    'null',
  ])('%s', (text) => {
    expect(parseJsonLine(text)).toEqual({ ok: true, value: JSON.parse(text) })
  })

  test('a pair may be half escaped and half written out', () => {
    expect(parseJsonLine('["\\ud83d\ude00"]')).toEqual({ ok: true, value: ['😀'] })
  })
})

describe('beside JSON.parse', () => {
  test('every JSON value without lone halves passes', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (text) => {
        const isKept = !/\\u0000|__proto__/.test(text) && !/\d{16}/.test(text)
        fc.pre(isKept)
        expect(parseJsonLine(text)).toEqual({ ok: true, value: JSON.parse(text) })
      }),
    )
  })

  test('what passes is JSON, and what is not JSON never passes', () => {
    const broken = fc
      .tuple(
        fc.json(),
        fc.nat(),
        fc.nat({ max: 2 }),
        fc.constantFrom('', '"', '{', ']', ',', ':', '\\', '1', 'e', '.', ' ', '\n'),
      )
      .map(([text, at, drop, add]) => {
        const place = at % (text.length + 1)
        return text.slice(0, place) + add + text.slice(place + drop)
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
      { numRuns: 3000 },
    )
  })
})

test('every line of real data passes', (context) => {
  const files = [
    'prm800k/samples.jsonl',
    'math500/test.jsonl',
    'candidates/gsm8k-model-solutions.jsonl',
    'candidates/math500-qwen2.5-1.5b-with-prm-scores.jsonl',
    'labelled/mr-ben-math.jsonl',
    'labelled/big-bench-mistake-arithmetic.jsonl',
  ]
  for (const file of files) {
    for (const line of readSharedLines(context, file)) {
      expect(parseJsonLine(line)).toEqual({ ok: true, value: JSON.parse(line) })
    }
  }
})
