/** The reason of an imported verdict. */
export const importedVerdictReason = 'The verdict was imported with the file.'
