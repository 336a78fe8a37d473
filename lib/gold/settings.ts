/** Limits of the settings, shared by the contract, the form and the CLI. Check constraints of the table repeat them. */
export const maxScreeningItems = 200
export const maxGoldShare = 0.5
export const maxGoldPerRound = 200
export const maxHiddenReferenceShare = 0.9
export const maxReviewedFirstAnnotations = 10_000
