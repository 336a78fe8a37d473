import type { RatingIconShape } from '@/components/ui/rating-icon'
import type { Rating } from '@/lib/formats/record'

/** In the order of the keys 1, 2 and 3. */
export const ratingValues = [-1, 0, 1] as const satisfies readonly Rating[]

interface RatingStyle {
  label: string
  shape: RatingIconShape
  colour: string
  hover: string
  /** Colours when chosen. On a phone, only the icon is coloured. */
  chosen: string
}

export const ratingStyles = {
  [-1]: {
    label: 'negative',
    shape: 'cross',
    colour: 'text-negative',
    hover: 'hover:border-negative hover:bg-negative-wash',
    chosen: 'border-negative bg-negative text-on-mark max-desk:text-negative',
  },
  [0]: {
    label: 'neutral',
    shape: 'dash',
    colour: 'text-neutral',
    hover: 'hover:border-neutral hover:bg-neutral-wash',
    chosen: 'border-neutral bg-neutral text-on-mark max-desk:text-neutral',
  },
  [1]: {
    label: 'positive',
    shape: 'tick',
    colour: 'text-positive',
    hover: 'hover:border-positive hover:bg-positive-wash',
    chosen: 'border-positive bg-positive text-on-mark max-desk:text-positive',
  },
} as const satisfies Record<Rating, RatingStyle>

export function getRatingName(rating: Rating | null): string {
  return rating === null ? 'not rated' : ratingStyles[rating].label
}
