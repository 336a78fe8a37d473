/** What tells a pair of answers from all others. No text holds a NUL, so two pairs never give the same. */
export const formatPairKey = (answer: string, referenceAnswer: string): string =>
  `${answer}\0${referenceAnswer}`
