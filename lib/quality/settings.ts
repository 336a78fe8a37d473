/** Limits of the settings, shared by the contract, the form and the CLI. Check constraints of the table repeat them. */
export const screeningItemsMax = 200
export const goldShareMax = 0.5
export const goldPerRoundMax = 200
export const hiddenReferenceShareMax = 0.9
export const reviewFirstCountMax = 10_000
