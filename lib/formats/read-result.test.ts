import { expect, test } from 'vitest'
import { z } from 'zod'
import { toReadErrors, formatLocation } from './read-result'

test.each([
  [[], 'line'],
  [['samples', 2, 'step_scores', 1], 'samples[2].step_scores[1]'],
  [['alternatives', '4', 0, 'text'], 'alternatives["4"][0].text'],
  [['a b', 'c'], '["a b"].c'],
  [[0, 'x'], '[0].x'],
])('formats the path %j as the location %s', (path, location) => {
  expect(formatLocation(path)).toBe(location)
})

test('reports an error at a text value, even if the schema’s path goes deeper', () => {
  const schema = z.object({
    list: z.array(z.preprocess((value) => ({ text: value }), z.object({ text: z.null() }))),
  })
  const value = { list: ['x'] }
  const { error } = schema.safeParse(value)
  expect(error && toReadErrors(value, error)).toEqual([
    { location: 'list[0]', reason: 'Expected null, got text.' },
  ])
})

test('reports only the first 20 of thousands of errors', () => {
  const value = Array.from({ length: 5000 }, () => 'x')
  const { error } = z.array(z.number()).safeParse(value)
  expect(error && toReadErrors(value, error)).toHaveLength(20)
})

test.each(['k', '%', '\ud83d\ude00'])(
  'shortens a key of 500,000 %j in location and reason',
  (part) => {
    const key = `x${part.repeat(500_000)}`
    const value = { [key]: 1, list: { [key]: 1 } }
    const { error } = z.strictObject({ list: z.strictObject({}) }).safeParse(value)
    const errors = error ? toReadErrors(value, error) : []
    expect(errors).toHaveLength(2)
    for (const { location, reason } of errors) {
      expect(location.length).toBeLessThan(120)
      expect(reason.length).toBeLessThan(120)
      expect(location.isWellFormed() && reason.isWellFormed()).toBe(true)
    }
  },
)
