import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Rating } from '@/lib/formats/record'
import { decideConsensusByMajority } from './majority'

const label = (...all: Rating[][]) => all.map((ratings, i) => ({ labeler: `person ${i}`, ratings }))

describe('consensus by majority', () => {
  test('returns the most frequent first error with the majority ratings before it', () => {
    expect(decideConsensusByMajority(label([1, 0, -1], [1, 1, -1], [1, -1], [1, 1, 1, 1]))).toEqual(
      {
        kind: 'agreed',
        firstError: 2,
        ratings: [1, 1, -1],
        voters: ['person 0', 'person 1'],
      },
    )
  })

  test('counts an annotation without an error as a vote for “no error”', () => {
    expect(decideConsensusByMajority(label([1, 1, 1], [1, 0, 1], [1, -1]))).toMatchObject({
      firstError: null,
      ratings: [1, 0, 1],
    })
  })

  test('returns a tie with the tied first errors', () => {
    expect(decideConsensusByMajority(label([1, 1, 1], [1, -1]))).toEqual({
      kind: 'tied',
      between: [1, null],
    })
    expect(decideConsensusByMajority(label([1, 1], [1, -1], [1, -1], [1, 0]))).toEqual({
      kind: 'tied',
      between: [1, null],
    })
  })

  test('returns the first error with most votes even if fewer than half voted for it', () => {
    const annotations = label([-1], [-1], [1, -1], [1, 1, 1], [1, 1, -1])
    expect(decideConsensusByMajority(annotations)).toMatchObject({ firstError: 0, ratings: [-1] })
  })

  test('rates a step neutral if neutral and positive have equally many votes', () => {
    expect(decideConsensusByMajority(label([1, 1], [0, 1]))).toMatchObject({ ratings: [0, 1] })
  })

  test('returns the ratings of a single annotation', () => {
    expect(decideConsensusByMajority(label([1, 0, -1]))).toMatchObject({ ratings: [1, 0, -1] })
    expect(decideConsensusByMajority(label([1, 0, 1]))).toMatchObject({ ratings: [1, 0, 1] })
  })

  test('does not depend on the order of annotations and is always a valid annotation', () => {
    const ratings = fc
      .tuple(fc.array(fc.constantFrom<Rating>(0, 1), { minLength: 4, maxLength: 4 }), fc.nat(7))
      .map(([all, error]): Rating[] => (error < 4 ? [...all.slice(0, error), -1] : all))
    fc.assert(
      fc.property(fc.array(ratings, { minLength: 1, maxLength: 6 }), (all) => {
        const annotations = label(...all)
        const decision = decideConsensusByMajority(annotations)
        expect(decideConsensusByMajority(annotations.toReversed())).toEqual(decision)
        if (decision.kind === 'tied') return
        expect(decision.ratings.indexOf(-1)).toBe(decision.firstError ?? -1)
        expect(decision.ratings).toHaveLength(
          decision.firstError === null ? 4 : decision.firstError + 1,
        )
      }),
    )
  })
})
