import { expect, test } from 'vitest'
import { makeKeymap } from '@/lib/auth/keymap-rules'
import { makeQuestionShortcuts } from './question-shortcuts'

test('the questions page moves and undoes with the labelling keys of the user', () => {
  const defaultShortcuts = { previous: 'k', next: 'j', undo: 'z', dismiss: 'x', select: 't' }
  expect(makeQuestionShortcuts(makeKeymap({}))).toEqual(defaultShortcuts)
})

test('dismiss and select on the questions page lose a key with which the user moves or undoes', () => {
  const shortcutsWithX = makeQuestionShortcuts(makeKeymap({ next: 'x', badSplit: 'y' }))
  expect(shortcutsWithX).toMatchObject({ next: 'x', dismiss: null })
  const shortcutsWithT = makeQuestionShortcuts(makeKeymap({ undo: 't' }))
  expect(shortcutsWithT).toMatchObject({ undo: 't', select: null })
})
