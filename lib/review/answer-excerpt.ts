/** Replies contain only the beginning of a longer answer. */
export const answerExcerptCharacters = 2_000
