import { maxFormulaNesting } from './typeset-formula'

export interface FormulaMatch {
  /** The TeX between the delimiters; an environment or box includes its own. */
  source: string
  display: boolean
  /** Where the text continues. */
  end: number
}

/**
 * Maximum distance to a closing dollar, brace or `\end`. Larger than the longest formula that is
 * typeset, so that a longer one is still recognised; bounded, so that a text full of opening
 * delimiters takes linear time.
 */
const maxSearch = 4_000

const environment =
  /\\begin\{((?:align(?:ed|at|edat)?|equation|gather(?:ed)?|multline|eqnarray|split|[dr]?cases|[bBpvV]?(?:small)?matrix|array)\*?)\}/y
/** Environments that are always typeset as display maths, even between single dollars. */
const displayEnvironment = /\\begin\{(?:align|alignat|equation|gather)\*?\}/

/** Finds the formula that begins at a position, if there is one. Positions must increase. */
export function createFormulaFinder(text: string): (position: number) => FormulaMatch | null {
  const roundEnd = createForwardSearch(text, /\\\)/g)
  const squareEnd = createForwardSearch(text, /\\\]/g)
  const dollarsEnd = createForwardSearch(text, /\$\$/g)
  const blankLine = createForwardSearch(text, /\n[ \t]*\n/g)

  function makeMatch(
    from: number,
    to: number,
    after: number,
    display: boolean,
  ): FormulaMatch | null {
    const source = text.slice(from, to).trim()
    if (source === '') return null
    return { source, display: display || displayEnvironment.test(source), end: to + after }
  }

  function makeMatchUntil(from: number, to: number, display: boolean) {
    return to === -1 ? null : makeMatch(from, to, 2, display)
  }

  /** A blank line ends an inline formula and dollars, which may have been prices. */
  function limitToParagraph(from: number, to: number): number {
    const blank = blankLine(from)
    return blank !== -1 && blank < to ? -1 : to
  }

  return (position) => {
    if (text.startsWith('\\(', position))
      return makeMatchUntil(
        position + 2,
        limitToParagraph(position + 2, roundEnd(position + 2)),
        false,
      )
    if (text.startsWith('\\[', position))
      return makeMatchUntil(position + 2, squareEnd(position + 2), true)
    if (text.startsWith('$$', position))
      return makeMatchUntil(
        position + 2,
        limitToParagraph(position + 2, dollarsEnd(position + 2)),
        true,
      )
    if (text[position] === '$') {
      const end = limitToParagraph(position, findClosingDollar(text, position + 1))
      return end === -1 ? null : makeMatch(position + 1, end, 1, false)
    }
    if (text.startsWith('\\boxed{', position) || text.startsWith('\\fbox{', position)) {
      const end = findClosingBrace(text, text.indexOf('{', position))
      return end === -1 ? null : makeMatch(position, end + 1, 0, false)
    }
    if (text.startsWith('\\begin{', position)) {
      const end = findEnvironmentEnd(text, position)
      return end === -1 ? null : makeMatch(position, end, 0, true)
    }
    return null
  }
}

/**
 * Prices are not formulas: the closing dollar has no digit after it, the text between is no price
 * (`isFormula`), and the next dollar that is neither closing nor inside braces (`\text{costs $5$}`)
 * ends the search.
 */
function findClosingDollar(text: string, from: number): number {
  const limit = Math.min(text.length, from + maxSearch)
  let depth = 0
  let endInBraces = -1
  for (let position = from; position < limit && depth <= maxFormulaNesting; position += 1) {
    const letter = text[position]
    if (letter === '\\') position += 1
    else if (letter === '{') depth += 1
    else if (letter === '}') depth -= 1
    else if (letter === '$') {
      const canClose = isFormula(text.slice(from, position)) && !/\d/.test(text[position + 1] ?? '')
      if (depth <= 0) return canClose ? position : -1
      if (canClose && endInBraces === -1) endInBraces = position
    }
  }
  // The braces are never closed: a formula that can't be typeset, shown as its source.
  return endInBraces
}

/** A word next to a space; not `xyz = 2`. */
const prosePattern =
  /\s(?:[a-z]{4,}|and|or|so|to|of|is|the|for|per|in|at|on|by|he|she|was|an)\b|\b(?:[a-z]{4,}|and|or|so|to|of|is|the|for|per)\s/

/**
 * Whether the text between two dollars is a formula. Usually it has no space at its ends; MATH has
 * some that do (`$\triangle ACD $`, `let $x = $ the side`). Without TeX it must not look like prose
 * between two prices, or like the sums of GSM8K (`$30 = $ 28`, `makes $2*60=$<<2*60=120>>120`).
 */
function isFormula(source: string): boolean {
  if (source.trim() === '' || /(?:^|[^\\])\\[[(]/.test(source)) return false
  const isTight = !/^\s|\s$/.test(source)
  if (/[\\^_{}]/.test(source)) {
    const outsideCommands = source.replace(/\\(?:text|mbox)\s*\{[^{}]*\}|\\[a-zA-Z]+/g, ' ')
    return isTight || !/[a-zA-Z]{4}/.test(outsideCommands)
  }
  if (prosePattern.test(source) || /\n|<<|>>/.test(source)) return false
  if (/^\s*\d/.test(source)) return isTight && !/(?:[-=+*/×÷<>]|\sx)$/.test(source)
  return isTight || /^\s*[a-zA-Z(]/.test(source)
}

function findClosingBrace(text: string, from: number): number {
  const limit = Math.min(text.length, from + maxSearch)
  let depth = 0
  for (let position = from; position < limit && depth <= maxFormulaNesting; position += 1) {
    const letter = text[position]
    if (letter === '\\') position += 1
    else if (letter === '{') depth += 1
    else if (letter === '}') {
      depth -= 1
      if (depth === 0) return position
    }
  }
  return -1
}

function findEnvironmentEnd(text: string, position: number): number {
  environment.lastIndex = position
  const name = environment.exec(text)?.[1]
  if (name === undefined) return -1
  const part = text.slice(position, position + maxSearch)
  let depth = 0
  for (const { index, 0: command, 1: keyword } of part.matchAll(
    /\\(begin|end)\{([a-zA-Z]+\*?)\}/g,
  )) {
    if (!command.endsWith(`{${name}}`)) continue
    depth += keyword === 'begin' ? 1 : -1
    if (depth === 0) return position + index + command.length
    if (depth > maxFormulaNesting) return -1
  }
  return -1
}

/**
 * Finds the next match from a position. Positions must increase, so that each part is searched
 * once.
 */
function createForwardSearch(text: string, pattern: RegExp): (from: number) => number {
  let nextIndex = -2
  return (from) => {
    if (nextIndex === -1 || nextIndex >= from) return nextIndex
    pattern.lastIndex = from
    nextIndex = pattern.exec(text)?.index ?? -1
    return nextIndex
  }
}
