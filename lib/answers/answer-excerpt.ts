/** Replies contain only the beginning of a longer answer. */
export const maxAnswerExcerptCharacters = 2_000
