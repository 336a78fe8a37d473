/** The reason of an imported verdict. */
export const importedVerdictReason = 'Imported with the file.'
