import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Rating } from '@/lib/formats/record'
import { pairRatingsWithGold, pairRatingsWithAdjudication, countRatingConfusion } from './confusion'
import { scoreGoldAnswer } from './score-gold-answer'

test.each([
  ['a correct answer without an error', [], [1, 0, 1], ['1:1', '1:0', '1:1']],
  ['a false alarm', [], [1, -1], ['1:1', '1:-1']],
  ['an error that was found', [1], [1, -1], ['1:1', '-1:-1']],
  ['a missed error', [1], [1, 0, 1], ['1:1', '-1:0']],
  ['an answer before the error', [2], [1, -1], ['1:1', '1:-1']],
  ['an answer after the error', [0], [1, 1, -1], ['-1:1']],
  ['the later of two accepted errors', [1, 3], [1, 1, 1, -1], ['1:1', '-1:-1']],
  ['an answer between two accepted errors', [1, 3], [1, 1, -1], ['1:1']],
  ['two missed errors', [1, 3], [1, 1, 1, 1], ['1:1', '-1:1']],
  ['an unrated step', [2], [1, null, -1], ['1:1', '-1:-1']],
] as const)(
  'the ratings of %s are compared with gold: known first errors %j and ratings %j give the pairs %j',
  (_, firstErrors, ratings, pairs) => {
    expect(pairRatingsWithGold(firstErrors, ratings).map((p) => `${p.known}:${p.answer}`)).toEqual(
      pairs,
    )
  },
)

test('an annotation is compared with an adjudication up to the last step that both rate', () => {
  const pairs = pairRatingsWithAdjudication([1, 0, -1], [1, 1, 0, 1])
  expect(countRatingConfusion(pairs)).toEqual([
    [0, 1, 0],
    [0, 0, 1],
    [0, 0, 1],
  ])
})

const ratings = fc
  .array(fc.constantFrom<Rating>(0, 1), { maxLength: 8 })
  .chain((before) => fc.constantFrom<Rating[]>(before, [...before, -1]))
const knownArbitrary = fc
  .uniqueArray(fc.nat(7), { maxLength: 3 })
  .map((set) => set.sort((a, b) => a - b))

test('an exact answer has no wrong negative rating; a false alarm or a missed error has exactly one', () => {
  fc.assert(
    fc.property(knownArbitrary, ratings, (firstErrors, answers) => {
      const error = answers.at(-1) === -1 ? answers.length - 1 : null
      const score = scoreGoldAnswer(firstErrors, error)
      const pairs = pairRatingsWithGold(firstErrors, answers)
      const wrong = pairs.filter((pair) => (pair.known === -1) !== (pair.answer === -1))
      if (score === 'exact') expect(wrong).toEqual([])
      if (score === 'false_alarm') expect(wrong).toEqual([{ known: 1, answer: -1 }])
      if (score === 'missed' && answers.length > 7) expect(wrong.length).toBe(1)
      expect(pairs.length).toBeLessThanOrEqual(answers.length)
    }),
    { numRuns: 200 },
  )
})
