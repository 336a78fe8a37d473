/** Bounds of the settings, for the contract, the form and the command line alike; the table has the same. */
export const screeningItemsMax = 200
export const goldShareMax = 0.5
export const goldPerRoundMax = 200
export const hiddenReferenceShareMax = 0.9
export const reviewFirstCountMax = 10_000
