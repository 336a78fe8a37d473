/** Of the scorer that learns from the project's labels. */
export const embeddedScorerName = 'Embedded'

/** Of the scorer of imported scores, where no one names another. */
export const importedScorerName = 'Imported'
