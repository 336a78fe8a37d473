import { expect, test } from 'vitest'
import { makeKeymap } from '@/lib/auth/keys'
import { makeQuestionKeys } from './question-keys'

test('undo on the questions page has its own key (u) and the undo key of labelling (z)', () => {
  expect(makeQuestionKeys(makeKeymap({}))).toMatchObject({ undo: 'u', usualUndo: 'z' })
})

test('removes a key of the questions page that the user has assigned to another action', () => {
  const moving = makeQuestionKeys(makeKeymap({ next: 'x', badSplit: 'y' }))
  expect(moving).toMatchObject({ next: 'x', dismiss: null })
  const undoing = makeQuestionKeys(makeKeymap({ undo: 't' }))
  expect(undoing).toMatchObject({ select: 't', usualUndo: null })
})
