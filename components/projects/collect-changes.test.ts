import { expect, test } from 'vitest'
import { collectChanges, hasEdits } from './collect-changes'

const savedSettings = { name: 'Algebra', overlap: 2, tags: ['a'] }

test('collectChanges returns the values that differ from the saved ones, and the errors by field', () => {
  const results = { name: { value: 'Algebra' }, overlap: { error: 'No.' }, tags: { value: ['b'] } }
  expect(collectChanges(results, savedSettings)).toEqual({
    changes: { tags: ['b'] },
    errors: { overlap: 'No.' },
  })
})

test('a form has edits if a value differs or is invalid', () => {
  const check = (overlap: { value: number } | { error: string }) =>
    hasEdits(
      collectChanges(
        { name: { value: 'Algebra' }, overlap, tags: { value: ['a'] } },
        savedSettings,
      ),
    )
  expect(check({ value: 2 })).toBe(false)
  expect(check({ value: 3 })).toBe(true)
  expect(check({ error: 'No.' })).toBe(true)
})
