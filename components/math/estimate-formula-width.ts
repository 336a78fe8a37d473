/** Maximum width, in characters, of a formula that fits on one line of a phone. */
export const shortFormulaMaxWidth = 24
/** A wider formula can be wider than the column, so its container scrolls. */
export const mediumFormulaMaxWidth = 60

/** Approximate number of visible characters. A command counts as one; braces, `^` and `_` don't count. */
export function estimateFormulaWidth(source: string): number {
  return source.replace(/\\[a-zA-Z]+/g, 'x').replace(/[\s{}^_&\\]/g, '').length
}
