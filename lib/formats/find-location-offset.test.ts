import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findLocationOffset } from './find-location-offset'
import { formatLocation } from './read-result'

const object = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { minKeys: 1 })

test('gives the position of every JSON value for its path', () => {
  fc.assert(
    fc.property(
      object,
      fc.constantFrom(undefined, 2),
      fc.infiniteStream(fc.nat()),
      (line, indent, picks) => {
        const text = JSON.stringify(line, null, indent)
        const path: (string | number)[] = []
        let value: unknown = JSON.parse(text)
        for (const pick of picks) {
          if (typeof value !== 'object' || value === null) break
          const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value)
          const key = keys[pick % keys.length]
          if (key === undefined) break
          path.push(key)
          value = Reflect.get(value, key)
        }
        const position = findLocationOffset(text, formatLocation(path))
        const begin = JSON.stringify(value)?.slice(0, 1)
        expect(position).not.toBeNull()
        expect(
          text
            .slice(position ?? 0)
            .startsWith(typeof value === 'object' ? begin : JSON.stringify(value)),
        ).toBe(true)
      },
    ),
  )
})

test('gives the position of the value of a key that its location shortens', () => {
  const text = JSON.stringify({ a: 1, ['k'.repeat(100)]: 2 })
  const position = findLocationOffset(text, formatLocation(['k'.repeat(100)]))
  expect(text.slice(position ?? 0)).toBe('2}')
})

test.each([
  ['{"a": {"b": 1}}', 'a.c', 6],
  ['{"a": [1]}', 'a[1]', 6],
  ['{"a": 1}', 'b', null],
  ['{"a": 1, "b"', 'b', null],
  ['{"a": "open', 'b', null],
  ['[1]', 'a', null],
  ['', 'a', null],
  ['{"a": 1}', 'column 3', 2],
  ['{"line": 1}', 'byte 3', null],
  ['{"a": 1}', 'a..b', null],
])(
  'in %j, the location "%s" begins at character %j (null if there is none)',
  (text, location, at) => {
    expect(findLocationOffset(text, location)).toBe(at)
  },
)
