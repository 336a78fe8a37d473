import { expect, test } from 'vitest'
import { makeKeymap } from '@/lib/auth/keys'
import { makeQuestionKeys } from './question-keys'

test('one undoes with the letter of the page, and with the key of labelling', () => {
  expect(makeQuestionKeys(makeKeymap({}))).toMatchObject({ undo: 'u', otherUndo: 'z' })
})

test('a letter that somebody moves with is no act of this page, and one that is an act does not undo', () => {
  const moving = makeQuestionKeys(makeKeymap({ next: 'x', badSplit: 'y' }))
  expect(moving).toMatchObject({ next: 'x', aside: null })
  const undoing = makeQuestionKeys(makeKeymap({ undo: 't' }))
  expect(undoing).toMatchObject({ together: 't', otherUndo: null })
})
