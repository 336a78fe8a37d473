/** Maximum number of characters of a statement in `diffReleases`, without the ellipsis. */
export const statementExcerptLength = 80

/** Without a formula character, a dollar is a price. Before a space or punctuation, it ends a formula. */
const unfinishedFormula = /\$(?![\s.,;:])[^$]*[\\^_{}=][^$]*$|\\[[(](?:(?!\\[\])]).)*$/s

/** The beginning of a statement. If cut, it omits the last word or an unfinished formula, and ends with an ellipsis. */
export function shortenStatement(statement: string): string {
  const characters = [...statement]
  if (characters.length <= statementExcerptLength) return statement
  const excerpt = characters.slice(0, statementExcerptLength).join('')
  const formulaStart = excerpt.search(unfinishedFormula)
  const end =
    formulaStart > 0 ? excerpt.slice(0, formulaStart) : excerpt.replace(/\s+\$?[^\s$]*$/, '')
  return `${end.trimEnd()} …`
}
