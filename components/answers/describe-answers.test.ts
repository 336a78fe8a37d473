import { expect, it } from 'vitest'
import type { AnswerPair } from './pair'
import { describeUnpaired, describeWaiting } from './describe-answers'

it('says why solutions are unsure and in no pair, and nothing where all are in one', () => {
  expect(describeUnpaired({ unsure: 345 }, 337)).toBe(
    '337 of the unsure stand in the pairs below; of the other 8 no final answer or no reference is known, or a person left them unsure.',
  )
  expect(describeUnpaired({ unsure: 2 }, 1)).toMatch(
    /^1 of the unsure stands .* other one .* left it unsure\.$/,
  )
  expect(describeUnpaired({ unsure: 6 }, null)).toMatch(
    /^Unsure ones stand in the pairs below, unless/,
  )
  for (const paired of [0, 6]) expect(describeUnpaired({ unsure: 6 }, paired)).toBe('')
  expect(describeUnpaired({ unsure: 0 }, null)).toBe('')
})

it('counts pairs that wait, as far as one page shows them', () => {
  const pair = { solutions: 3 } as AnswerPair
  expect(describeWaiting({ pairs: [pair], pages: 1 })).toBe('1 pair of final answers waits')
  expect(describeWaiting({ pairs: [pair, pair], pages: 2 })).toBe(
    'More than 2 pairs of final answers wait',
  )
})
