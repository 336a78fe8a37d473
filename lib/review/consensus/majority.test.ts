import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Rating } from '@/lib/formats/record'
import { decideByMajority } from './majority'

const label = (...all: Rating[][]) => all.map((ratings, i) => ({ labeler: `person ${i}`, ratings }))

describe('consensus by majority', () => {
  test('the first error that most gave, and the ratings before it of all who rated those steps', () => {
    expect(decideByMajority(label([1, 0, -1], [1, 1, -1], [1, -1], [1, 1, 1, 1]))).toEqual({
      kind: 'agreed',
      firstError: 2,
      ratings: [1, 1, -1],
      voters: ['person 0', 'person 1'],
    })
  })

  test('no error is a vote like any other', () => {
    expect(decideByMajority(label([1, 1, 1], [1, 0, 1], [1, -1]))).toMatchObject({
      firstError: null,
      ratings: [1, 0, 1],
    })
  })

  test('a tie is none: it is said between what', () => {
    expect(decideByMajority(label([1, 1, 1], [1, -1]))).toEqual({
      kind: 'tied',
      between: [1, null],
    })
    expect(decideByMajority(label([1, 1], [1, -1], [1, -1], [1, 0]))).toEqual({
      kind: 'tied',
      between: [1, null],
    })
  })

  test('the most need not be half', () => {
    const said = label([-1], [-1], [1, -1], [1, 1, 1], [1, 1, -1])
    expect(decideByMajority(said)).toMatchObject({ firstError: 0, ratings: [-1] })
  })

  test('between neutral and positive, neutral', () => {
    expect(decideByMajority(label([1, 1], [0, 1]))).toMatchObject({ ratings: [0, 1] })
  })

  test('of one person, what that one says', () => {
    expect(decideByMajority(label([1, 0, -1]))).toMatchObject({ ratings: [1, 0, -1] })
    expect(decideByMajority(label([1, 0, 1]))).toMatchObject({ ratings: [1, 0, 1] })
  })

  test('the order of people says nothing, and what comes out is an annotation', () => {
    const ratings = fc
      .tuple(fc.array(fc.constantFrom<Rating>(0, 1), { minLength: 4, maxLength: 4 }), fc.nat(7))
      .map(([all, error]): Rating[] => (error < 4 ? [...all.slice(0, error), -1] : all))
    fc.assert(
      fc.property(fc.array(ratings, { minLength: 1, maxLength: 6 }), (all) => {
        const said = label(...all)
        const found = decideByMajority(said)
        expect(decideByMajority(said.toReversed())).toEqual(found)
        if (found.kind === 'tied') return
        expect(found.ratings.indexOf(-1)).toBe(found.firstError ?? -1)
        expect(found.ratings).toHaveLength(found.firstError === null ? 4 : found.firstError + 1)
      }),
    )
  })
})
