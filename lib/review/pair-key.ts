/** Identifies a pair of answers. Texts contain no NUL, so different pairs have different keys. */
export const formatPairKey = (answer: string, referenceAnswer: string): string =>
  `${answer}\0${referenceAnswer}`
