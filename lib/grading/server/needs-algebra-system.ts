const maxLength = 400

/** Commands that the algebra system reads as intended. It misreads others and can then find a false equality. */
const commands = new Set(
  (
    'frac dfrac tfrac sqrt cdot times div pi infty sin cos tan cot sec csc ln log exp arcsin arccos arctan sinh cosh ' +
    'tanh int lim sum prod to begin end'
  ).split(' '),
)
const matrix = /\\begin\{[pb]?matrix\}|\\end\{[pb]?matrix\}/g
const derivative =
  /\\[dt]?frac\s*\{\s*d(?:\^\{?\d\}?)?\s*\}\s*\{\s*d\s*([a-z])(?:\^\{?\d\}?)?\s*\}/g
const bounds = /\\(?:int|sum|prod)\s*_\s*(?:\{[^{}]*\}|\w)\s*\^\s*(?:\{[^{}]*\}|\\[a-z]+|\w)/g

/**
 * Whether the answers contain formulas that the rules do not know (integrals with bounds, limits, sums, products,
 * derivatives, matrices), and the algebra system reads everything in them correctly.
 */
export function needsAlgebraSystem(a: string, b: string): boolean {
  const hasUnknownFormula = (text: string) =>
    /\\(?:int|lim|sum|prod)(?![a-z])/.test(text) ||
    text.search(derivative) >= 0 ||
    text.search(matrix) >= 0
  return (hasUnknownFormula(a) || hasUnknownFormula(b)) && isUnderstood(a) && isUnderstood(b)
}

function isUnderstood(text: string): boolean {
  if (text.length > maxLength || !/[\da-zA-Z]/.test(text)) return false
  // The algebra system is unreliable for infinite series.
  if (/\\(?:sum|prod)/.test(text) && text.includes('\\infty')) return false
  const variables = new Set([...text.matchAll(derivative)].map((match) => match[1]!))
  const unknownText = text
    .replace(matrix, ' ')
    .replace(derivative, ' ')
    .replace(bounds, (match) => ` ${match.replace(/^\\[a-z]+\s*_|=/g, ' ')} `)
    .replace(/\\lim\s*_\s*\{\s*[a-z]\s*\\to\b([^{}]*)\}/g, ' $1 ')
    .replace(/\\log\s*_\s*(\d|\{\d+\})/g, ' $1 ')
  const hasMatrix = text.search(matrix) >= 0
  if (/\\(?:int|sum|prod|lim)(?![a-z])|_/.test(unknownText)) return false
  if ([...unknownText.matchAll(/\\([a-zA-Z]+)/g)].some(([, name]) => !commands.has(name!)))
    return false
  const plain = unknownText
    .replace(/\\[a-zA-Z]+/g, ' ')
    .replace(/(?<![a-zA-Z])d(?=\s*[a-z](?![a-zA-Z]))/g, ' ')
  if (hasMatrix ? /[^\w\s.+*/^(){}|!&\\-]/.test(plain) : /[^\w\s.+*/^(){}|!-]/.test(plain))
    return false
  if (/!\s*!|[a-zA-Z]{2}/.test(plain)) return false
  // Other letters could depend on the variable of the derivative.
  const letters = plain.match(/[a-zA-Z]/g) ?? []
  return (
    variables.size === 0 ||
    letters.every((letter) => variables.has(letter) || /[a-ceikmnp]/.test(letter))
  )
}
