import { expect, test } from 'vitest'
import { makeKeymap } from '@/lib/auth/keymap'
import { makeQuestionShortcuts } from './question-shortcuts'

test('undo on the questions page has its own key (u) and the undo key of the labelling screen (z)', () => {
  expect(makeQuestionShortcuts(makeKeymap({}))).toMatchObject({ undo: 'u', usualUndo: 'z' })
})

test('a key of the questions page is removed if the user has assigned it to another action', () => {
  const moving = makeQuestionShortcuts(makeKeymap({ next: 'x', badSplit: 'y' }))
  expect(moving).toMatchObject({ next: 'x', dismiss: null })
  const undoing = makeQuestionShortcuts(makeKeymap({ undo: 't' }))
  expect(undoing).toMatchObject({ select: 't', usualUndo: null })
})
