import fc from 'fast-check'
import type { ComparedRatings } from '@/lib/agreement/disagreement'
import type { Rating } from '@/lib/formats/record'

/** An annotation without a flag. */
export const makeUnflaggedRatings = (...ratings: Rating[]): ComparedRatings => ({
  ratings,
  flagged: ratings.map(() => null),
})

/** Any finished annotation of this number of steps: up to a first error, or over all of them. */
export const anyAnnotationRatings = (steps: number): fc.Arbitrary<ComparedRatings> =>
  fc
    .array(fc.tuple(fc.constantFrom<Rating>(-1, 0, 1, 1, 1), fc.boolean()), {
      minLength: steps,
      maxLength: steps,
    })
    .map((pairs) => {
      const end = pairs.findIndex(([rating]) => rating === -1)
      const countedPairs = end === -1 ? pairs : pairs.slice(0, end + 1)
      return {
        ratings: countedPairs.map(([rating]) => rating),
        flagged: countedPairs.map(([, isFlagged]) => (isFlagged ? true : null)),
      }
    })
