import { validate, version } from 'uuid'
import { expect, test } from 'vitest'
import { makeRowId } from './make-row-id'

test('generates unique UUIDs of version 7 in order', () => {
  const ids = Array.from({ length: 20_000 }, makeRowId)
  expect(ids.every((id) => validate(id) && version(id) === 7)).toBe(true)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.toSorted()).toEqual(ids)
})

test('generates random ends of ids, so that an id does not reveal the next one', () => {
  const ends = Array.from({ length: 20_000 }, () => makeRowId().slice(-8))
  expect(new Set(ends).size).toBeGreaterThan(ends.length - 100)
})
