import { expect, test } from 'vitest'
import { describeAffected } from './describe-questions'

const none = { imported: 0, checks: 0, adjudicated: 0, gone: 0, already: 0 }
const say = (given: Partial<Parameters<typeof describeAffected>[0]>) =>
  describeAffected({ annotations: 0, people: 0, accepted: 0, leftOut: none, listed: [], ...given })

test('how many go back, which of them were accepted, and why others stay', () => {
  expect(say({})).toBe('No annotation goes back.')
  expect(say({ annotations: 3, people: 2, accepted: 1 })).toBe(
    '3 annotations go back to 2 people. 1 of them was accepted before the ruling.',
  )
  expect(say({ leftOut: { ...none, adjudicated: 2, already: 1 } })).toBe(
    'No annotation goes back. Left out: 2 are of solutions that are adjudicated, which says what counts; 1 went back by this ruling before.',
  )
})
