/** Name of the scorer that is trained on the project's labels. */
export const embeddedScorerName = 'Embedded'

/** Default name of the scorer of imported scores. */
export const importedScorerName = 'Imported'
