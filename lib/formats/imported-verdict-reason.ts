/** The reason of an imported verdict. */
export const importedVerdictReason = 'The file says so.'
