/** Days of the pace charts, including today (UTC). Separate from the contract, so that pages load no schemas. */
export const paceChartDays = 14

/** Median times are of this many annotations at most, so that they take equally long after years of work. */
export const maxAnnotationsForPace = 500
