import { expect, test } from 'vitest'
import { describeAffectedAnnotations } from './describe-questions'

const none = {
  imported: 0,
  goldOrScreening: 0,
  adjudicated: 0,
  annotatorGone: 0,
  returnedBefore: 0,
}
const say = (counts: Partial<Parameters<typeof describeAffectedAnnotations>[0]>) =>
  describeAffectedAnnotations({
    annotations: 0,
    people: 0,
    accepted: 0,
    notReturned: none,
    listed: [],
    ...counts,
  })

test('describeAffectedAnnotations counts the annotations that a decision returns, the accepted ones, and the others by reason', () => {
  expect(say({})).toBe('No annotations to return.')
  expect(say({ annotations: 3, people: 2, accepted: 1 })).toBe(
    '3 annotations of 2 annotators. 1 already accepted.',
  )
  expect(say({ notReturned: { ...none, adjudicated: 2, returnedBefore: 1 } })).toBe(
    'No annotations to return. Not returned: 2 adjudicated, 1 returned before.',
  )
})
