/** Characters of a statement in `diffReleases`. */
export const statementExcerptLength = 80
