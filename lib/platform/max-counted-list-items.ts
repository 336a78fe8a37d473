import { formatCount } from './format'

/** Counts of lists stop here and mean "this many or more". */
export const maxCountedListItems = 1_000

/** `1,000 or more` at the count limit. */
export const formatLimitedCount = (count: number) =>
  count < maxCountedListItems ? formatCount(count) : `${formatCount(count)} or more`
