import { expect, test } from 'vitest'
import { defaultKeymap, makeKeymap } from '@/lib/auth/keys'
import { makeReviewKeys } from './review-keys'

test('adjudication has letters of its own beside the keys of labelling', () => {
  expect(makeReviewKeys(defaultKeymap)).toEqual({
    ...{ adoptFirst: 'a', adoptSecond: 'b', sendBack: 'e', question: 'q', gold: 'o', next: 'n' },
  })
})

test('a letter that one labels with is left to that', () => {
  const keys = makeReviewKeys(makeKeymap({ ratePositive: 'a', undo: 'q', badProblem: 'y' }))
  expect(keys).toMatchObject({ adoptFirst: null, question: null, adoptSecond: 'b' })
})
