import { expect, test } from 'vitest'
import { namesTag } from './entity-tag'

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
])('whether the header %j names the tag "a": %s', (header, isNamed) => {
  expect(namesTag(header, '"a"')).toBe(isNamed)
})
