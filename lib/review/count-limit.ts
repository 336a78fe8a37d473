/** Counts of lists stop here and mean "this many or more". */
export const countLimit = 1_000
