import { expect, test } from 'vitest'
import { defaultKeymap, makeKeymap } from '@/lib/auth/keymap'
import { makeAnswerShortcuts } from './answer-shortcuts'

test('verdicts have the keys of ratings, and the other actions on answers have their own letters', () => {
  expect(makeAnswerShortcuts(defaultKeymap)).toEqual({
    ...{ wrong: '1', unsure: '2', correct: '3', previous: 'k', next: 'j', allKeys: '?' },
    ...{ note: 'n', undo: 'u', withdraw: 'x', solutions: 'o', readAnswer: 'e', otherUndo: 'z' },
  })
})

test('uses the user’s keys, and removes an own letter that the user has assigned to another action', () => {
  const keys = makeAnswerShortcuts(
    makeKeymap({ ratePositive: 'n', flag: 'q', undo: 'u', next: 'd', badSplit: 'y' }),
  )
  expect(keys).toMatchObject({ correct: 'n', note: null, next: 'd', undo: 'u', otherUndo: null })
  const assignedKeys = Object.values(keys).filter((key) => key !== null)
  expect(new Set(assignedKeys).size).toBe(assignedKeys.length)
})
