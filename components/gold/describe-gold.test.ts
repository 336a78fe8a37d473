import { expect, test } from 'vitest'
import {
  describeGoldAnswers,
  describeFirstErrorCounts,
  formatFirstErrors,
  describeGoldFirstErrors,
  describeGoldOrigin,
} from './describe-gold'

const zeroAnswers = { exact: 0, near: 0, verdict: 0, missed: 0, falseAlarm: 0, unanswered: 0 }

test('formatFirstErrors lists the accepted first errors of a gold solution, or says "no error"', () => {
  expect(formatFirstErrors([])).toBe('no error')
  expect(formatFirstErrors([2])).toBe('first error at step 3')
  expect(formatFirstErrors([0, 2, 4])).toBe('first error at step 1, 3 or 5')
  expect(describeGoldFirstErrors([2], 7)).toBe('First error at step 3 of 7 steps')
  expect(describeGoldFirstErrors([], 7)).toBe('No error in 7 steps')
})

test('describeGoldOrigin names who marked a solution, or accepted what annotators agreed on', () => {
  expect(describeGoldOrigin({ origin: 'marked', by: 'Ada' })).toBe('Marked by Ada')
  expect(describeGoldOrigin({ origin: 'imported', by: null })).toBe('Imported')
  expect(describeGoldOrigin({ origin: 'consensus', by: 'Ada' })).toBe(
    'Agreed on by annotators, accepted by Ada',
  )
})

test('describeGoldAnswers counts exact, near, missed, false-alarm and skipped answers to a gold solution', () => {
  const describeAnswers = (answers: object, screening: object = {}) =>
    describeGoldAnswers({
      answers: { ...zeroAnswers, ...answers },
      screeningAnswers: { ...zeroAnswers, ...screening },
    })
  expect(describeAnswers({})).toBeNull()
  expect(describeAnswers({ exact: 7, missed: 1, near: 1 })).toBe(
    '7 of 9 exact, 1 off by one step, 1 missed',
  )
  expect(describeAnswers({ falseAlarm: 2, unanswered: 1 })).toBe(
    '0 of 3 exact, 2 false alarms, 1 skipped',
  )
  expect(describeAnswers({}, { exact: 2, missed: 1 })).toBe('screening: 2 of 3 exact, 1 missed')
  expect(describeAnswers({ exact: 1 }, { exact: 2 })).toBe('1 of 1 exact; screening: 2 of 2 exact')
})

test('describeFirstErrorCounts counts annotations and gold answers by the first error that they select', () => {
  const counts = [
    { error: 1, work: 2, answers: 0 },
    { error: 2, work: 1, answers: 0 },
    { error: null, work: 1, answers: 3 },
  ]
  expect(describeFirstErrorCounts(counts, 0)).toBeNull()
  expect(describeFirstErrorCounts(counts, 1)).toBe('2 annotations select this step')
  expect(describeFirstErrorCounts(counts, 2)).toBe('1 annotation selects this step')
  expect(describeFirstErrorCounts(counts, null)).toBe('1 annotation and 3 answers find no error')
})
