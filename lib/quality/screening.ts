/** How many of these are to be answered exactly to pass. Shares are binary fractions: 0.7 of 30 is 21, and not a bit more. */
export function countNeeded(items: number, share: number): number {
  return Math.max(1, Math.ceil(items * share - 1e-9))
}
