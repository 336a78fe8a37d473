import { expect, test } from 'vitest'
import { defaultKeymap, makeKeymap } from '@/lib/auth/keymap'
import { makeAnswerShortcuts } from './answer-shortcuts'

test('on the answers page, verdicts use the rating keys and other actions have their own letters', () => {
  expect(makeAnswerShortcuts(defaultKeymap)).toEqual({
    wrong: '1',
    unsure: '2',
    correct: '3',
    previous: 'k',
    next: 'j',
    allKeys: '?',
    note: 'n',
    undo: 'u',
    withdraw: 'x',
    solutions: 'o',
    enterAnswer: 'e',
    otherUndo: 'z',
  })
})

test('the answers page uses the user’s keys, and drops its own letter if the user assigned it to another action', () => {
  const keys = makeAnswerShortcuts(
    makeKeymap({ ratePositive: 'n', flag: 'q', undo: 'u', next: 'd', badSplit: 'y' }),
  )
  expect(keys).toMatchObject({ correct: 'n', note: null, next: 'd', undo: 'u', otherUndo: null })
  const assignedKeys = Object.values(keys).filter((key) => key !== null)
  expect(new Set(assignedKeys).size).toBe(assignedKeys.length)
})
