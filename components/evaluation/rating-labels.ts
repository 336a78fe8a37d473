const ratingLabels: Readonly<Record<string, string>> = {
  '-1': 'rated negative',
  '0': 'rated neutral',
  '1': 'rated positive',
}

/** `rated negative`; null is `not rated`. */
export const getRatingLabel = (rating: number | null): string =>
  rating === null ? 'not rated' : (ratingLabels[String(rating)] ?? '')
