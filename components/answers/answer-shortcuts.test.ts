import { expect, test } from 'vitest'
import { defaultKeymap } from '@/lib/auth/keymap'
import { makeKeymap } from '@/lib/auth/keymap-rules'
import { makeAnswerShortcuts } from './answer-shortcuts'

test('on the answers page, verdicts and undo use the labelling keys and other actions have their own letters', () => {
  expect(makeAnswerShortcuts(defaultKeymap)).toEqual({
    wrong: '1',
    unsure: '2',
    correct: '3',
    previous: 'k',
    next: 'j',
    undo: 'z',
    allKeys: '?',
    note: 'n',
    withdraw: 'x',
    solutions: 'o',
    enterAnswer: 'e',
  })
})

test('the answers page uses the user’s keys, and drops its own letter if it is one of them', () => {
  const keys = makeAnswerShortcuts(
    makeKeymap({ ratePositive: 'n', undo: 'o', choose: 'z', next: 'd', badSplit: 'y' }),
  )
  expect(keys).toMatchObject({ correct: 'n', note: null, next: 'd', undo: 'o', solutions: null })
  const assignedKeys = Object.values(keys).filter((key) => key !== null)
  expect(new Set(assignedKeys).size).toBe(assignedKeys.length)
})
