import { expect, test } from 'vitest'
import { matchesEntityTag } from './entity-tag'

test.each([
  [null, false],
  ['', false],
  ['"a"', true],
  ['W/"a"', true],
  ['*', true],
  [' * ', true],
  ['"b" , "a"', true],
  ['"b"', false],
  ['a', false],
  ['"*"', false],
  ['"ba"', false],
])('decides whether the header %j names the tag "a": %s', (header, isNamed) => {
  expect(matchesEntityTag(header, '"a"')).toBe(isNamed)
})
