import { expect, it } from 'vitest'
import {
  describeMixedVerdicts,
  describeSavedVerdict,
  describeVerdictSaveError,
  describeUnsureVerdicts,
  describeUndecidedAnswers,
  getSolutionName,
} from './describe-answers'

const counts = {
  correct: 0,
  wrong: 0,
  unsure: 0,
  decided: 0,
  decidedUnsure: 0,
  noAnswer: 0,
  noReferenceAnswer: 0,
}

it('describeUnsureVerdicts counts solutions with an unsure verdict by cause', () => {
  expect(describeUnsureVerdicts(counts)).toBe('')
  expect(describeUnsureVerdicts({ ...counts, unsure: 1 })).toBe(
    'Unsure solutions: 1 with an answer to decide',
  )
  expect(
    describeUnsureVerdicts({
      ...counts,
      unsure: 345,
      noAnswer: 3,
      noReferenceAnswer: 4,
      decidedUnsure: 1,
    }),
  ).toBe(
    'Unsure solutions: 337 with an answer to decide · 3 without a final answer · 4 without a reference answer · 1 left unsure by people',
  )
  expect(describeUnsureVerdicts({ ...counts, unsure: 1, noReferenceAnswer: 1 })).toBe(
    'Unsure solutions: 1 without a reference answer',
  )
})

it('describeMixedVerdicts counts the different verdicts on an answer pair, and returns null if all are equal', () => {
  expect(describeMixedVerdicts({ verdicts: { correct: 3, wrong: 0, unsure: 0 } })).toBeNull()
  expect(describeMixedVerdicts({ verdicts: { correct: 1_200, wrong: 1, unsure: 0 } })).toBe(
    'Mixed verdicts: 1 wrong, 1,200 correct.',
  )
})

it.each([
  ['grader', 'Withdrawn. Solution gsm/7 has the grader’s verdict again: unsure.'],
  ['file', 'Withdrawn. Solution gsm/7 has the imported verdict again: unsure.'],
  ['person', 'Withdrawn. Solution gsm/7 has its answer pair’s verdict again: unsure.'],
] as const)('a withdrawn override names the verdict that counts again, from: %s', (by, text) => {
  const status = {
    verdict: 'unsure',
    by,
    decidedBy: null,
    decidedAt: null,
    reason: '',
    note: '',
  } as const
  const subject = { kind: 'solution', name: 'solution gsm/7' } as const
  expect(describeSavedVerdict(subject, null, { status, changed: null })).toBe(text)
})

it('getSolutionName returns the external id of a solution, or else the end of its id', () => {
  const solution = '0199d2a4-7c1e-7b6a-9d11-3f6c2ab41d07'
  expect(getSolutionName({ externalId: 'gsm/7', solution })).toBe('solution gsm/7')
  expect(getSolutionName({ externalId: null, solution })).toBe('solution …b41d07')
})

it('describeVerdictSaveError names the verdict that was not saved, the reason, and the number of earlier unsaved verdicts', () => {
  const subject = { name: 'answer “1”, reference “2”' }
  expect(describeVerdictSaveError(subject, 'Why.', 0)).toBe(
    'Not saved: answer “1”, reference “2”. Why.',
  )
  expect(describeVerdictSaveError(subject, 'Why.', 2)).toContain(
    '2 verdicts before it were not saved either.',
  )
})

it('describeUndecidedAnswers counts answers to decide and solutions without a final answer, and is null without either', () => {
  expect(describeUndecidedAnswers({ pairs: 0, noAnswer: 0 })).toBeNull()
  expect(describeUndecidedAnswers({ pairs: 1, noAnswer: 0 })).toBe('1 answer to decide')
  expect(describeUndecidedAnswers({ pairs: 1_200, noAnswer: 0 })).toBe('1,200 answers to decide')
  expect(describeUndecidedAnswers({ pairs: 0, noAnswer: 1 })).toBe(
    '1 solution without a final answer',
  )
  expect(describeUndecidedAnswers({ pairs: 1, noAnswer: 2 })).toBe(
    '1 answer to decide · 2 solutions without a final answer',
  )
})
