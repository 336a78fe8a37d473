/** Maximum width, in characters, of a formula that fits on one line of a phone. */
export const shortFormulaMaxWidth = 24
/** From this width on, a formula can be wider than the column, and its container scrolls. */
export const longFormulaMinWidth = 60

/** Approximate number of visible characters. A command counts as one; braces, `^` and `_` don't count. */
export function estimateFormulaWidth(source: string): number {
  return source.replace(/\\[a-zA-Z]+/g, 'x').replace(/[\s{}^_&\\]/g, '').length
}
