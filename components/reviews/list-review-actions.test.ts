import { expect, test } from 'vitest'
import { defaultKeymap, type Keymap, makeKeymap } from '@/lib/auth/keymap'
import { bindActionShortcuts } from './action-shortcuts'
import { listReviewActions } from './list-review-actions'
import { makeReviewShortcuts } from './review-shortcuts'

const nothing = () => undefined
const actions = {
  accept: nothing,
  openReturnPanel: nothing,
  openGold: nothing,
  next: nothing,
  move: nothing,
  toggleProblem: nothing,
  toggleRaw: nothing,
  toggleKeys: nothing,
}
const list = (keymap: Keymap = defaultKeymap, refusal: string | null = null, hasNext = true) =>
  listReviewActions({
    annotation: { acceptRefusal: refusal, returnRefusal: refusal },
    keys: makeReviewShortcuts(keymap),
    hasNext,
    keymap,
    actions,
  })

test('each review action has its own key', () => {
  const listed = list()
  expect(listed.map(({ key }) => key)).toEqual(['k', 'j', 'e', 'o', 'n', 'p', 'r', '?', 'Enter'])
  expect(Object.keys(bindActionShortcuts(listed))).toHaveLength(listed.length)
})

test('a review action has no key if the user has assigned its letter to another action', () => {
  const listed = list(makeKeymap({ next: 'n', raw: 'o', choose: 'y', undo: 'e' }))
  const keys = Object.fromEntries(listed.map(({ name, key }) => [name, key]))
  expect(keys).toMatchObject({ next: 'n', nextOne: null, raw: 'o', gold: null, return: null })
  expect(Object.keys(bindActionShortcuts(listed))).toHaveLength(listed.length - 3)
})

test('actions that the server would reject are omitted, and "next" on the last annotation leads back to the list', () => {
  const actions = list(defaultKeymap, 'You labelled it yourself.', false)
  expect(actions.map(({ name }) => name)).not.toContain('submit')
  expect(actions.map(({ name }) => name)).not.toContain('return')
  expect(actions.find(({ name }) => name === 'nextOne')?.description).toBe('go back to the list')
})
