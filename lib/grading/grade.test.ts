import { expect, test } from 'vitest'

import { grade } from './grade'

test.each([
  ['14', '14', 'correct'],
  ['( 1, 2 )', '(1,2)', 'correct'],
  ['12', '14', 'wrong'],
  ['0.5', '1/2', 'wrong'],
  [null, '14', 'unsure'],
  [' ', '14', 'unsure'],
  ['14', null, 'unsure'],
  ['14', '', 'unsure'],
  [null, null, 'unsure'],
])('given %j, reference %j: %s', (given, truth, verdict) => {
  expect(grade(given, truth)).toMatchObject({ verdict, graderVersion: 'same-text-1' })
  expect(grade(given, truth).reason).toMatch(/^[A-Z].*\.$/)
})
