import { expect, test } from 'vitest'
import { formatSelectionReason, formatStoredSelectionReason } from '@/lib/queue/selection-reason'
import type { SelectionCandidate, SelectedCandidate } from './candidate'
import { makeCandidate } from './testing/candidates'
import { toSelectionReason } from './to-selection-reason'

const select = (
  overrides: Partial<SelectedCandidate>,
  candidate: Partial<SelectionCandidate> = {},
): SelectedCandidate => ({
  candidate: makeCandidate('a', candidate),
  slice: 'convincing-wrong',
  rank: 1,
  poolSize: 9,
  slots: 1,
  selectionProbability: 1,
  ...overrides,
})

test.each([
  [select({}), 'highest-scored of 9 eligible wrong answers to its problem'],
  [select({ rank: 2 }), '2nd-highest-scored of 9 eligible wrong answers to its problem'],
  [
    select({ rank: 11, poolSize: 1_200 }),
    '11th-highest-scored of 1,200 eligible wrong answers to its problem',
  ],
  [select({ poolSize: 1 }), 'only eligible wrong answer to its problem'],
  [
    select(
      { slice: 'right-answer-weak-process' },
      { verdict: 'correct', minimum: 0.08, lowestStep: 4 },
    ),
    'lowest step score 0.08 at step 5',
  ],
  [
    select({ slice: 'right-answer-weak-process' }, { minimum: 0.00012, lowestStep: null }),
    'lowest step score 1.2e-4',
  ],
  [select({ slice: 'random', poolSize: 6_112 }), 'sampled from 6,112 eligible solutions'],
  [select({ slice: 'random', poolSize: 1 }), 'sampled from 1 eligible solution'],
  [
    select({ slice: 'uncertain' }, { disagreement: 0.0091, uncertaintyMeasure: 'ensemble' }),
    'ensemble disagreement 0.009',
  ],
  [
    select({ slice: 'uncertain' }, { disagreement: 1.0912, uncertaintyMeasure: 'entropy' }),
    'step entropy 1.09',
  ],
  [
    select({ slice: 'paper-80-20', rank: 5 }, { verdict: 'correct', score: 0.7 }),
    '5th of 9 eligible solutions to its problem',
  ],
  [select({ slice: 'paper-80-20', poolSize: 1 }), 'only eligible solution to its problem'],
])('a new and a stored selection reason are formatted as "$1"', (selected, text) => {
  const reason = toSelectionReason(selected)
  expect(formatSelectionReason(reason)).toBe(text)
  expect(formatStoredSelectionReason(JSON.stringify(reason))).toBe(text)
})

test.each([
  ['{"code":"imported-convincing-wrong","pass":1}', 'highest-scored wrong answer to its problem'],
  [
    '{"code":"imported-convincing-wrong","pass":3}',
    '3rd-highest-scored wrong answer to its problem',
  ],
  ['{"code":"imported-wrong"}', 'no solution score'],
  ['{"code":"imported-correct"}', 'correct answer'],
  ['{"code":"imported-unsure","cause":"no-answer"}', 'no final answer'],
])('the stored selection reason %j is formatted as "%s"', (storedText, text) => {
  expect(formatStoredSelectionReason(storedText)).toBe(text)
})

test.each(['Chosen by hand.', '{"code":"unknown"}', '7'])(
  'a stored selection reason without a known code is returned unchanged: %j',
  (storedText) => {
    expect(formatStoredSelectionReason(storedText)).toBe(storedText)
  },
)
