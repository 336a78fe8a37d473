/** Why a verdict is what it is that came with the data. */
export const importedVerdictReason = 'The file says so.'
