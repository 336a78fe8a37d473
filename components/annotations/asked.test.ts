import { expect, test } from 'vitest'
import { listReasons, readAsked } from './asked'

test('a step is put with no neighbour that it does not have', () => {
  const twoSteps = 'It should be two steps'
  const before = 'It belongs with the step before'
  const after = 'It belongs with the step after'
  const other = 'Another reason'
  expect(listReasons('bad_split', 0, 3)).toEqual([twoSteps, after, other])
  expect(listReasons('bad_split', 1, 3)).toEqual([twoSteps, before, after, other])
  expect(listReasons('bad_split', 2, 3)).toEqual([twoSteps, before, other])
  expect(listReasons('bad_split', 0, 1)).toEqual([twoSteps, other])
})

test('what is sent is the reason that was on the page, and the last one needs words', () => {
  const reasons = listReasons('bad_split', 0, 3)
  expect(readAsked('bad_split', { chosen: 1, words: '' }, reasons)).toEqual({
    words: 'It belongs with the step after.',
  })
  expect(readAsked('bad_split', { chosen: 1, words: ' Both. ' }, reasons)).toEqual({
    words: 'It belongs with the step after. Both.',
  })
  expect(readAsked('bad_split', { chosen: 2, words: ' ' }, reasons)).toEqual({
    missing: 'say which',
  })
  expect(readAsked('bad_split', { chosen: null, words: 'x' }, reasons)).toEqual({
    missing: 'choose a reason',
  })
})
