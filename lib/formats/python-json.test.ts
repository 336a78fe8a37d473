import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dumpPythonJson, PythonFloat } from './python-json'
import { readSharedDataLines } from './testing/shared-data'

// Expected values are the output of Python 3.11.
describe('JSON as Python writes it', () => {
  test.each([
    [0, '0.0'],
    [-0, '-0.0'],
    [1, '1.0'],
    [-2.5, '-2.5'],
    [100, '100.0'],
    [0.0001, '0.0001'],
    [0.00001, '1e-05'],
    [5.5e-7, '5.5e-07'],
    [-1.25e-10, '-1.25e-10'],
    [5e-324, '5e-324'],
    [1e15, '1000000000000000.0'],
    [123456789012345.6, '123456789012345.6'],
    [1e16, '1e+16'],
    [1.5e16, '1.5e+16'],
    [1e22, '1e+22'],
    [1.7976931348623157e308, '1.7976931348623157e+308'],
    [0.010779580529581414, '0.010779580529581414'],
  ])('has the float %d as %s', (value, expected) => {
    expect(dumpPythonJson(new PythonFloat(value))).toBe(expected)
  })

  test('has whole numbers below 2^53 as ints, and others as floats', () => {
    expect(dumpPythonJson([1, -7, 0, 293250, 0.5, 1e-5, 2 ** 53])).toBe(
      '[1, -7, 0, 293250, 0.5, 1e-05, 9007199254740992.0]',
    )
  })

  test('has non-ASCII text escaped in lower-case hexadecimal', () => {
    expect(dumpPythonJson('a"b\\c/\n\r\t\f\b')).toBe(String.raw`"a\"b\\c/\n\r\t\f\b"`)
    expect(dumpPythonJson('−π\u0001\u007f\u2028é')).toBe(
      String.raw`"\u2212\u03c0\u0001\u007f\u2028\u00e9"`,
    )
    expect(dumpPythonJson('😀')).toBe(String.raw`"\ud83d\ude00"`)
  })

  test('has Python’s separators, key order and empty containers', () => {
    expect(dumpPythonJson({ b: [1, null], a: { x: true, y: false }, e: [], o: {} })).toBe(
      '{"b": [1, null], "a": {"x": true, "y": false}, "e": [], "o": {}}',
    )
  })

  test.each([NaN, Infinity, -Infinity])('can’t contain %d, which JSON does not have', (value) => {
    expect(() => dumpPythonJson(value)).toThrow(RangeError)
    expect(() => dumpPythonJson(new PythonFloat(value))).toThrow(RangeError)
  })
})

test('dumpPythonJson writes any value as JSON that JSON.parse reads back unchanged', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(dumpPythonJson(value as never))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(Number(dumpPythonJson(new PythonFloat(value)))).toBe(value)
    }),
  )
})

test('the official test split of PRM800K round-trips byte for byte', (context) => {
  for (const line of readSharedDataLines(context, 'math500/test.jsonl')) {
    expect(dumpPythonJson(JSON.parse(line))).toBe(line)
  }
})
