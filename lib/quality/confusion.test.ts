import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Rating } from '@/lib/formats/record'
import { pairWithGold, pairWithAdjudication, countConfusion } from './confusion'
import { scoreAnswer } from './score-answer'

test.each([
  ['right to the end', [], [1, 0, 1], ['1:1', '1:0', '1:1']],
  ['a false alarm', [], [1, -1], ['1:1', '1:-1']],
  ['found', [1], [1, -1], ['1:1', '-1:-1']],
  ['passed over', [1], [1, 0, 1], ['1:1', '-1:0']],
  ['too early', [2], [1, -1], ['1:1', '1:-1']],
  ['too late', [0], [1, 1, -1], ['-1:1']],
  ['one of two, the later', [1, 3], [1, 1, 1, -1], ['1:1', '-1:-1']],
  ['between two', [1, 3], [1, 1, -1], ['1:1']],
  ['both passed over', [1, 3], [1, 1, 1, 1], ['1:1', '-1:1']],
  ['unrated', [2], [1, null, -1], ['1:1', '-1:-1']],
] as const)('%s', (_, firstErrors, ratings, pairs) => {
  expect(pairWithGold(firstErrors, ratings).map((p) => `${p.known}:${p.answer}`)).toEqual(pairs)
})

test('compares an adjudication with an annotation up to the last step that both rate', () => {
  const pairs = pairWithAdjudication([1, 0, -1], [1, 1, 0, 1])
  expect(countConfusion(pairs)).toEqual([
    [0, 1, 0],
    [0, 0, 1],
    [0, 0, 1],
  ])
})

const ratings = fc
  .array(fc.constantFrom<Rating>(0, 1), { maxLength: 8 })
  .chain((before) => fc.constantFrom<Rating[]>(before, [...before, -1]))
const known = fc.uniqueArray(fc.nat(7), { maxLength: 3 }).map((set) => set.sort((a, b) => a - b))

test('an exact answer has no negative step wrong, and a false alarm or a miss has one', () => {
  fc.assert(
    fc.property(known, ratings, (firstErrors, answers) => {
      const error = answers.at(-1) === -1 ? answers.length - 1 : null
      const score = scoreAnswer(firstErrors, error)
      const pairs = pairWithGold(firstErrors, answers)
      const wrong = pairs.filter((pair) => (pair.known === -1) !== (pair.answer === -1))
      if (score === 'exact') expect(wrong).toEqual([])
      if (score === 'false_alarm') expect(wrong).toEqual([{ known: 1, answer: -1 }])
      if (score === 'missed' && answers.length > 7) expect(wrong.length).toBe(1)
      expect(pairs.length).toBeLessThanOrEqual(answers.length)
    }),
    { numRuns: 200 },
  )
})
