/** Of a longer answer, replies hold the beginning. */
export const answerExcerptCharacters = 2_000
