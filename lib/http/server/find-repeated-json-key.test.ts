import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findRepeatedJsonKey } from './find-repeated-json-key'

describe('findRepeatedJsonKey', () => {
  test.each([
    ['{"a":1,"a":2}', 'a'],
    ['{"a":{"b":1},"c":[{},{"b":1,"d":2,"b":1}]}', 'c.1.b'],
    ['{"a":[[0,1],[{"b":1,"b":1}]]}', 'a.1.0.b'],
    ['{"a":1,"\\u0061":2}', 'a'],
    ['{"a":1, "b" : "\\"a\\":1,\\\\" ,\n"a"\t: 2}', 'a'],
    ['{"":1,"":2}', '""'],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
    ['{"a":{"b":1},"b":1,"a":{}}', 'a'],
  ])('returns the location of the repeated key in %s', (text, location) => {
    JSON.parse(text)
    expect(findRepeatedJsonKey(text)).toBe(location)
  })

  test.each([
    '{"a":{"a":[{"a":1},{"a":1}]},"b":"a"}',
    '{"a":"b","b":"a"}',
    '["a","a"]',
    '{"a\\\\":1,"a\\"":2,"a":3}',
    '{}',
    '{"a":"{\\"b\\":1,\\"b\\":2}"}',
  ])('returns null for %s', (text) => {
    JSON.parse(text)
    expect(findRepeatedJsonKey(text)).toBe(null)
  })

  test('returns null for all output of JSON.stringify, and finds a key that is added again', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), (value) => {
        const text = JSON.stringify(value)
        expect(findRepeatedJsonKey(text)).toBe(null)
        const key = Object.keys(value).at(-1)!
        const repeated = `${text.slice(0, -1)},${JSON.stringify(key)}:0}`
        expect(findRepeatedJsonKey(repeated)).toBe(key === '' ? '""' : key)
        expect(findRepeatedJsonKey(`{"x":[0,${repeated}]}`)).toBe(`x.1.${key}`)
      }),
    )
  })

  test('throws if a body is nested deeper than any call accepts', () => {
    for (const depth of [65, 500_000]) {
      const text = `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`
      expect(() => findRepeatedJsonKey(text)).toThrow('The body is nested deeper than 64 levels.')
    }
  })

  test('takes time in proportion to the length of a body', () => {
    const bodies = [
      `{${Array.from({ length: 150_000 }, (_, i) => `"a${i}":1`).join()}}`,
      `{"a":"${'\\\\'.repeat(1_000_000)}"}`,
      `{"a":"${'\\"'.repeat(1_000_000)}"}`,
      `{"a":[${'{},'.repeat(600_000)}1]}`,
    ]
    for (const body of bodies) {
      const before = process.cpuUsage()
      expect(findRepeatedJsonKey(body)).toBe(null)
      // CPU time, because a busy machine takes longer. Quadratic time would be minutes.
      expect(process.cpuUsage(before).user).toBeLessThan(2_000_000)
    }
  })
})
