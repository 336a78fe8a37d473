import { expect, test } from 'vitest'
import { isComposing } from './is-composing'

test.each([
  ['a key without an input method', { isComposing: false, keyCode: 13 }, false],
  ['a key during a composition', { isComposing: true, keyCode: 13 }, true],
  ['the Enter with which Safari ends a composition', { isComposing: false, keyCode: 229 }, true],
])('isComposing tells %s', (_, event, result) => {
  expect(isComposing(event)).toBe(result)
})
