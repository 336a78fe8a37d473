/** Of a longer answer, replies hold the beginning. */
export const shownAnswerCharacters = 2_000
