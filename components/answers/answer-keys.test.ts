import { expect, test } from 'vitest'
import { defaultKeymap, makeKeymap } from '@/lib/auth/keys'
import { makeAnswerKeys } from './answer-keys'

test('uses the labelling keys for verdicts and letters of its own for other actions', () => {
  expect(makeAnswerKeys(defaultKeymap)).toEqual({
    ...{ wrong: '1', unsure: '2', correct: '3', previous: 'k', next: 'j', allKeys: '?' },
    ...{ note: 'n', undo: 'u', withdraw: 'x', solutions: 'o', readAnswer: 'e', otherUndo: 'z' },
  })
})

test('follows a changed keymap and drops its letters that the keymap uses', () => {
  const keys = makeAnswerKeys(
    makeKeymap({ ratePositive: 'n', flag: 'q', undo: 'u', next: 'd', badSplit: 'y' }),
  )
  expect(keys).toMatchObject({ correct: 'n', note: null, next: 'd', undo: 'u', otherUndo: null })
  const assignedKeys = Object.values(keys).filter((key) => key !== null)
  expect(new Set(assignedKeys).size).toBe(assignedKeys.length)
})
