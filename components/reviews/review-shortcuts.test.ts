import { expect, test } from 'vitest'
import { defaultKeymap } from '@/lib/auth/keymap'
import { makeKeymap } from '@/lib/auth/keymap-rules'
import { makeReviewShortcuts } from './review-shortcuts'

test('adopt, return, question, gold and next have different default keys', () => {
  expect(makeReviewShortcuts(defaultKeymap)).toEqual({
    adoptFirst: 'a',
    adoptSecond: 'b',
    returnAnnotation: 'e',
    question: 'q',
    gold: 'o',
    next: 'n',
  })
})

test('a review shortcut is null if a labelling action on the page already uses its letter', () => {
  const keys = makeReviewShortcuts(makeKeymap({ ratePositive: 'a', undo: 'q', badProblem: 'y' }))
  expect(keys).toMatchObject({ adoptFirst: null, question: null, adoptSecond: 'b' })
})
