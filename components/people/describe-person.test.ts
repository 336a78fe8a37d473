import { expect, test } from 'vitest'
import {
  describePerson,
  describeWithdrawalStart,
  formatCountOfTotal,
  formatInstantOmittingMidnight,
} from './describe-person'
import type { PersonDetail } from './person'

test('formatCountOfTotal adds a rate if the total is at least 20', () => {
  expect(formatCountOfTotal(0, 0)).toBe('none yet')
  expect(formatCountOfTotal(3, 19)).toBe('3 of 19')
  expect(formatCountOfTotal(3, 20)).toBe('3 of 20 (15%)')
})

test('describePerson adds the 95% interval if there are at least 20 gold answers', () => {
  const describeWithAnswers = (answers: number) =>
    describePerson({
      pauseBelow: null,
      person: {
        work: { annotations: 40, activeMs: 600_000, medianStepMs: null },
        gold: {
          answers,
          exact: 12,
          posterior: { mean: 0.6, low: 0.4, high: 0.78 },
          isDrifting: false,
          worseProbability: null,
          underProbability: null,
        },
      },
    } as unknown as PersonDetail)
  expect(describeWithAnswers(0)).toBe(
    '40 annotations · 10 min active · no gold labelled yet (screening not counted)',
  )
  expect(describeWithAnswers(19)).toBe(
    '40 annotations · 10 min active · 12 of 19 gold answers exact',
  )
  expect(describeWithAnswers(20)).toBe(
    '40 annotations · 10 min active · 12 of 20 gold answers exact (95% CI 40% to 78%)',
  )
})

test('formatInstantOmittingMidnight gives only the day if the time is hidden', () => {
  expect(formatInstantOmittingMidnight('2026-11-03T14:05:00.120Z')).toBe('3 Nov 2026, 14:05 UTC')
  expect(formatInstantOmittingMidnight('2026-11-03T00:00:00.000Z')).toBe('3 Nov 2026')
})

test('describeWithdrawalStart says whether a drop in accuracy was detected', () => {
  const at = '2026-11-03T14:05:00.120Z'
  expect(describeWithdrawalStart({ at, reason: 'accuracy_drop' }, false)).toBe(
    'Default: when their accuracy dropped, 3 Nov 2026, 14:05 UTC.',
  )
  for (const reason of ['last_pause', 'first_submission'] as const)
    expect(describeWithdrawalStart({ at, reason }, false)).toContain(
      '3 Nov 2026, 14:05 UTC. No drop in accuracy was detected.',
    )
  expect(describeWithdrawalStart(null, false)).toBeUndefined()
  const monday = { at: '2026-11-02T00:00:00.000Z', reason: 'accuracy_drop' } as const
  expect(describeWithdrawalStart(monday, true)).toBe(
    'From Monday 00:00. Reviewers can choose only whole weeks: days could reveal who made an annotation. Default: when their accuracy dropped.',
  )
  expect(describeWithdrawalStart(null, true)).toBe(
    'From Monday 00:00. Reviewers can choose only whole weeks: days could reveal who made an annotation.',
  )
})
