/** Days of the pace charts, including today (UTC). Separate from the contract, so that pages load no schemas. */
export const paceChartDays = 14
