/** The number of exact answers needed to pass. Subtracts an epsilon because of rounding: 0.7 of 30 items needs 21, not 22. */
export function computeExactAnswersToPass(items: number, share: number): number {
  return Math.max(1, Math.ceil(items * share - 1e-9))
}
