import { expect, test } from 'vitest'
import { makeKeymap } from '@/lib/auth/keys'
import { makeQuestionKeys } from './question-keys'

test('undoes with its own key and with the labelling key', () => {
  expect(makeQuestionKeys(makeKeymap({}))).toMatchObject({ undo: 'u', usualUndo: 'z' })
})

test('gives up keys that the user moves with, and does not undo with keys of other actions', () => {
  const moving = makeQuestionKeys(makeKeymap({ next: 'x', badSplit: 'y' }))
  expect(moving).toMatchObject({ next: 'x', dismiss: null })
  const undoing = makeQuestionKeys(makeKeymap({ undo: 't' }))
  expect(undoing).toMatchObject({ select: 't', usualUndo: null })
})
