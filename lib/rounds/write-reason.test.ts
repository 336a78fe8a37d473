import { expect, test } from 'vitest'
import type { Candidate, Selected } from './candidate'
import { makeCandidate } from './testing/candidates'
import { writeReason } from './write-reason'

const select = (given: Partial<Selected>, candidate: Partial<Candidate> = {}): Selected => ({
  candidate: makeCandidate('a', candidate),
  slice: 'convincing-wrong',
  rank: 1,
  of: 9,
  wanted: 1,
  selectionProbability: 1,
  ...given,
})
const answers = { answer: '12', truth: '14' }

test.each([
  [
    select({ rank: 2 }, { score: 0.87 }),
    'score 0.87, answer 12 for 14, 2nd most convincing of 9 wrong of this problem',
  ],
  [
    select({}, { score: 0.12 }),
    'score 0.12, answer 12 for 14, highest score of 9 wrong of this problem',
  ],
  [
    select({ of: 1 }, { score: 0.9 }),
    'score 0.90, answer 12 for 14, the only wrong one of this problem',
  ],
  [
    select({ rank: 11, of: 1_200 }, { score: 0.6 }),
    'score 0.60, answer 12 for 14, 11th most convincing of 1,200 wrong of this problem',
  ],
  [
    select({}, { score: 0.00012 }),
    'score 1.2e-4, answer 12 for 14, highest score of 9 wrong of this problem',
  ],
  [
    select(
      { slice: 'right-answer-weak-process' },
      { verdict: 'correct', minimum: 0.08, lowestStep: 4 },
    ),
    'right answer, lowest step 0.08 at step 5',
  ],
  [select({ slice: 'random', of: 6_112 }), 'drawn at random from 6,112 open solutions'],
  [select({ slice: 'random', of: 1 }), 'drawn at random from 1 open solution'],
  [
    select(
      { slice: 'uncertain' },
      { disagreement: 0.0091, unsureBy: 'members', verdict: 'unsure' },
    ),
    'members part by 0.009, score 0.50, answer unsure',
  ],
  [
    select({ slice: 'uncertain' }, { disagreement: 1.0912, unsureBy: 'entropy' }),
    'entropy 1.09, score 0.50, answer 12 for 14',
  ],
  [
    select({ slice: 'paper-80-20', rank: 5 }, { verdict: 'correct', score: 0.7 }),
    'score 0.70, right answer, 5th of 9 of this problem by 80 to 20',
  ],
])('%#', (selected, reason) => {
  expect(writeReason(selected, answers)).toBe(reason)
})

test('a long answer is cut between characters', () => {
  const reason = writeReason(select({}), { answer: '𝟙'.repeat(100), truth: '1' })
  expect(reason).toContain(`answer ${'𝟙'.repeat(39)}… for 1`)
  expect(reason.isWellFormed()).toBe(true)
})

test('a wrong answer without a reference to show is wrong all the same', () => {
  expect(writeReason(select({}), { answer: null, truth: null })).toContain('wrong answer')
})
