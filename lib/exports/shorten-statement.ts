/** Maximum number of characters of a statement in `diffReleases`, without the ellipsis. */
export const statementExcerptLength = 80

/** The beginning of a statement. If cut, it omits the last word or an unfinished formula, and ends with an ellipsis. */
export function shortenStatement(statement: string): string {
  const characters = [...statement]
  if (characters.length <= statementExcerptLength) return statement
  const excerpt = characters.slice(0, statementExcerptLength).join('')
  const formulaStart = excerpt.lastIndexOf('$')
  const isInFormula = formulaStart > 0 && /[\\^_{}=]/.test(excerpt.slice(formulaStart))
  const end = isInFormula ? excerpt.slice(0, formulaStart) : excerpt.replace(/\s+[^\s$]*$/, '')
  return `${end.trimEnd()} …`
}
