/** Identifies a pair of answers. Texts contain no NUL, so different pairs have different keys. */
export const formatAnswerPairKey = (answer: string, referenceAnswer: string): string =>
  `${answer}\0${referenceAnswer}`
