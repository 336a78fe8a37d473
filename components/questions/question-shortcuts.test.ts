import { expect, test } from 'vitest'
import { makeKeymap } from '@/lib/auth/keymap'
import { makeQuestionShortcuts } from './question-shortcuts'

test('the questions page moves and undoes with the keys of the labelling screen', () => {
  const usual = { previous: 'k', next: 'j', undo: 'z', dismiss: 'x', select: 't' }
  expect(makeQuestionShortcuts(makeKeymap({}))).toEqual(usual)
})

test('a key of the questions page is removed if the user has assigned it to another action', () => {
  const moving = makeQuestionShortcuts(makeKeymap({ next: 'x', badSplit: 'y' }))
  expect(moving).toMatchObject({ next: 'x', dismiss: null })
  const undoing = makeQuestionShortcuts(makeKeymap({ undo: 't' }))
  expect(undoing).toMatchObject({ undo: 't', select: null })
})
