/** Counts of lists stop here and mean "this many or more". */
export const maxListCount = 1_000
