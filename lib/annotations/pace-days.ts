/** Days of the pace charts, including today (UTC). Separate from the contract, so that pages load no schemas. */
export const paceChartDays = 14

/** Median times use at most this many annotations, so that computing them does not get slower over the years. */
export const maxAnnotationsForPace = 500
