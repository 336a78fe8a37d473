import type { MarkShape } from '@/components/ui/mark'
import type { Rating } from '@/lib/formats/record'

/** In the order on screen, which is that of the keys 1, 2 and 3. */
export const ratings = [-1, 0, 1] as const satisfies readonly Rating[]

interface RatingLook {
  word: string
  /** When it is the right one, in a few words. */
  meaning: string
  shape: MarkShape
  colour: string
  pointedAt: string
  /** On a phone the mark stands without its button. */
  chosen: string
}

export const ratingLooks = {
  [-1]: {
    word: 'negative',
    meaning: 'wrong, not checkable, or leading nowhere',
    shape: 'cross',
    colour: 'text-negative',
    pointedAt: 'hover:border-negative hover:bg-negative-wash',
    chosen: 'border-negative bg-negative text-on-mark max-desk:text-negative',
  },
  [0]: {
    word: 'neutral',
    meaning: 'right and checkable, but adds nothing',
    shape: 'dash',
    colour: 'text-neutral',
    pointedAt: 'hover:border-neutral hover:bg-neutral-wash',
    chosen: 'border-neutral bg-neutral text-on-mark max-desk:text-neutral',
  },
  [1]: {
    word: 'positive',
    meaning: 'right, checkable, and a step forward',
    shape: 'tick',
    colour: 'text-positive',
    pointedAt: 'hover:border-positive hover:bg-positive-wash',
    chosen: 'border-positive bg-positive text-on-mark max-desk:text-positive',
  },
} as const satisfies Record<Rating, RatingLook>

export function nameRating(rating: Rating | null): string {
  return rating === null ? 'not rated' : ratingLooks[rating].word
}
