import type { Rating } from '@/lib/formats/record'
import { getRatingName } from './rating-values'

/** When to choose a rating. */
const ratingMeanings = {
  [-1]: 'wrong, uncheckable or a dead end',
  [0]: 'correct and checkable, but adds nothing',
  [1]: 'correct, checkable and helpful',
} as const satisfies Record<Rating, string>

/** For lists of shortcuts: `positive: correct, checkable and helpful`. */
export const describeRatingKey = (rating: Rating): string =>
  `${getRatingName(rating)}: ${ratingMeanings[rating]}`
