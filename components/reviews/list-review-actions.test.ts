import { expect, test } from 'vitest'
import { defaultKeymap, type Keymap } from '@/lib/auth/keymap'
import { makeKeymap } from '@/lib/auth/keymap-rules'
import { bindActionShortcuts } from './action-shortcuts'
import { listReviewActions } from './list-review-actions'
import { makeReviewShortcuts } from './review-shortcuts'

const noop = () => undefined
const actions = {
  accept: noop,
  openReturnPanel: noop,
  openGold: noop,
  next: noop,
  move: noop,
  toggleProblem: noop,
  toggleRaw: noop,
  toggleKeys: noop,
}
const listActions = (
  keymap: Keymap = defaultKeymap,
  refusal: string | null = null,
  hasNext = true,
) =>
  listReviewActions({
    annotation: { acceptRefusal: refusal, returnRefusal: refusal },
    keys: makeReviewShortcuts(keymap),
    hasNext,
    keymap,
    actions,
  })

test('each review action has its own key', () => {
  const listedActions = listActions()
  expect(listedActions.map(({ key }) => key)).toEqual([
    'k',
    'j',
    'e',
    'o',
    'n',
    'p',
    'r',
    '?',
    'Enter',
  ])
  expect(Object.keys(bindActionShortcuts(listedActions))).toHaveLength(listedActions.length)
})

test('a review action has no key if a labelling action on the page already uses its letter', () => {
  const listedActions = listActions(makeKeymap({ next: 'n', raw: 'o', choose: 'y', undo: 'e' }))
  const keys = Object.fromEntries(listedActions.map(({ name, key }) => [name, key]))
  expect(keys).toMatchObject({
    next: 'n',
    nextAnnotation: null,
    raw: 'o',
    gold: null,
    return: null,
  })
  expect(Object.keys(bindActionShortcuts(listedActions))).toHaveLength(listedActions.length - 3)
})

test('actions that the server would reject are omitted, and "next" on the last annotation leads back to the list', () => {
  const actions = listActions(defaultKeymap, 'You labelled it yourself.', false)
  expect(actions.map(({ name }) => name)).not.toContain('submit')
  expect(actions.map(({ name }) => name)).not.toContain('return')
  expect(actions.find(({ name }) => name === 'nextAnnotation')?.description).toBe(
    'go back to the list',
  )
})
