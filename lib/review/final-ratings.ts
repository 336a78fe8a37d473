import type { Rating } from '@/lib/formats/record'

/** How final ratings end; null where they are not whole: they go up to the first error, or over every step. */
export function readFinalEnd(
  ratings: readonly Rating[],
  stepCount: number,
): 'solution' | 'found_error' | null {
  const error = ratings.indexOf(-1)
  if (error !== -1)
    return error === ratings.length - 1 && ratings.length <= stepCount ? 'found_error' : null
  return ratings.length === stepCount ? 'solution' : null
}
