import { expect, test } from 'vitest'
import { defaultKeymap, makeKeymap } from '@/lib/auth/keys'
import { makeReviewKeys } from './review-keys'

test('adds its own keys to the labelling keys', () => {
  expect(makeReviewKeys(defaultKeymap)).toEqual({
    ...{ adoptFirst: 'a', adoptSecond: 'b', sendBack: 'e', question: 'q', gold: 'o', next: 'n' },
  })
})

test('gives up keys that the user labels with', () => {
  const keys = makeReviewKeys(makeKeymap({ ratePositive: 'a', undo: 'q', badProblem: 'y' }))
  expect(keys).toMatchObject({ adoptFirst: null, question: null, adoptSecond: 'b' })
})
