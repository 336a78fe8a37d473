import { expect, test } from 'vitest'
import { defaultKeymap, makeKeymap } from '@/lib/auth/keys'
import { makeRulingKeys } from './ruling-keys'

test('adjudication has letters of its own beside the keys of labelling', () => {
  expect(makeRulingKeys(defaultKeymap)).toEqual({
    ...{ adoptFirst: 'a', adoptSecond: 'b', sendBack: 'e', question: 'q', gold: 'o', next: 'n' },
  })
})

test('a letter that one labels with is left to that', () => {
  const keys = makeRulingKeys(makeKeymap({ ratePositive: 'a', undo: 'q', badProblem: 'y' }))
  expect(keys).toMatchObject({ adoptFirst: null, question: null, adoptSecond: 'b' })
})
