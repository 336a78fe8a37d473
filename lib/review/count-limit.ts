/** Counts of lists stop here and mean "this many or more". */
export const listCountLimit = 1_000
