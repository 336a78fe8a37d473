import { expect, test } from 'vitest'
import { defaultKeymap, makeKeymap } from '@/lib/auth/keys'
import { makeAnswerKeys } from './answer-keys'

test('the keys are those of labelling, with letters of their own beside them', () => {
  expect(makeAnswerKeys(defaultKeymap)).toEqual({
    ...{ wrong: '1', unsure: '2', correct: '3', previous: 'k', next: 'j', allKeys: '?' },
    ...{ note: 'n', undo: 'u', takeBack: 'x', solutions: 'o', read: 'e', otherUndo: 'z' },
  })
})

test('a key that was put elsewhere is elsewhere here, and takes a letter that it needs', () => {
  const keys = makeAnswerKeys(
    makeKeymap({ ratePositive: 'n', flag: 'q', undo: 'u', next: 'd', badSplit: 'y' }),
  )
  expect(keys).toMatchObject({ correct: 'n', note: null, next: 'd', undo: 'u', otherUndo: null })
  const given = Object.values(keys).filter((key) => key !== null)
  expect(new Set(given).size).toBe(given.length)
})
