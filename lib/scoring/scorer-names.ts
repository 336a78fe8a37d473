/** Of the scorer that learns from the project's labels. */
export const embeddedScorerName = 'Embedded'

/** Of the scorer of imported scores, where nobody names another. */
export const importedScorerName = 'Imported'
