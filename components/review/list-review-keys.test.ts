import { expect, test } from 'vitest'
import { defaultKeymap, type Keymap, makeKeymap } from '@/lib/auth/keys'
import { bindActs } from './keyed-act'
import { listReviewKeys } from './list-review-keys'
import { makeRulingKeys } from './ruling-keys'

const nothing = () => undefined
const acts = {
  ...{ accept: nothing, askReturn: nothing, openGold: nothing, next: nothing, move: nothing },
  ...{ toggleProblem: nothing, toggleRaw: nothing, toggleKeys: nothing },
}
const list = (keymap: Keymap = defaultKeymap, refusal: string | null = null, hasNext = true) =>
  listReviewKeys({
    given: { acceptRefusal: refusal, returnRefusal: refusal },
    keys: makeRulingKeys(keymap),
    ...{ hasNext, keymap, acts },
  })

test('every act has a key of its own', () => {
  const listed = list()
  expect(listed.map(({ key }) => key)).toEqual(['k', 'j', 'e', 'o', 'n', 'p', 'r', '?', 'Enter'])
  expect(Object.keys(bindActs(listed))).toHaveLength(listed.length)
})

test('an act whose letter is taken stays in the list, and gives it up', () => {
  const listed = list(makeKeymap({ next: 'n', raw: 'o', choose: 'y', undo: 'e' }))
  const keys = Object.fromEntries(listed.map(({ act, key }) => [act, key]))
  expect(keys).toMatchObject({ next: 'n', nextOne: null, raw: 'o', gold: null, return: null })
  expect(Object.keys(bindActs(listed))).toHaveLength(listed.length - 3)
})

test('what can do nothing is not offered, and the way on leads where it says', () => {
  const acts = list(defaultKeymap, 'You labelled it yourself.', false)
  expect(acts.map(({ act }) => act)).not.toContain('submit')
  expect(acts.map(({ act }) => act)).not.toContain('return')
  expect(acts.find(({ act }) => act === 'nextOne')?.words).toBe('back to the list')
})
