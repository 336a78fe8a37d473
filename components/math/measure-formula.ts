/** Letters and figures of a formula that still stand on one line of a phone. */
export const shortFormula = 24
/** From here a formula may be wider than the column, and what it stands in scrolls in itself. */
export const longFormula = 60

/** Roughly how many signs it shows: commands count as one, braces and scripts as none. */
export function measureFormula(source: string): number {
  return source.replace(/\\[a-zA-Z]+/g, 'x').replace(/[\s{}^_&\\]/g, '').length
}
