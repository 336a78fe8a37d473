/**
 * Whole percentages of counts that are parts of one total. They add up to 100, and none is rounded up to
 * 100; all are 0 if the total is 0.
 */
export function roundPercentages(counts: readonly number[]): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return counts.map(() => 0)
  const exact = counts.map((count) => (count * 100) / total)
  const percentages = exact.map(Math.floor)
  const missing = 100 - percentages.reduce((sum, percentage) => sum + percentage, 0)
  // The largest remainders are rounded up; of equal ones, the first.
  const byRemainder = exact
    .map((percentage, i) => ({ i, remainder: percentage % 1 }))
    .filter(({ i }) => percentages[i] !== 99)
    .sort((left, right) => right.remainder - left.remainder)
  for (const { i } of byRemainder.slice(0, missing)) percentages[i] = (percentages[i] ?? 0) + 1
  return percentages
}
