/**
 * How PRM800K's grader rewrites answers before it compares them, reimplemented from its published behaviour. It has two
 * sets of rules: those of the MATH data set, and its own.
 */

/** Applies the rules of the MATH data set. If they fail, only trims the text and removes a `\text{}` around it. */
export function normaliseLikeMathDataset(text: string): string {
  const trimmed = text.trim()
  const content = (/^\\text\{(.+?)\}$/.exec(trimmed)?.[1] ?? trimmed).trim()
  return stripLikeMath(content) ?? content
}

/** Returns null if the rules fail. */
function stripLikeMath(text: string): string | null {
  let answer = text.replaceAll('\n', '').replaceAll('\\!', '').replaceAll('\\\\', '\\')
  answer = answer.replaceAll('tfrac', 'frac').replaceAll('dfrac', 'frac')
  answer = answer.replaceAll('\\left', '').replaceAll('\\right', '')
  answer = answer.replaceAll('^{\\circ}', '').replaceAll('^\\circ', '').replaceAll('\\$', '')
  const [value, ...units] = answer.split('\\text{ ')
  if (units.length > 1) return null
  answer = value!.replaceAll('\\%', '').replaceAll(' .', ' 0.').replaceAll('{.', '{0.')
  if (answer === '') return ''
  if (answer.startsWith('.')) answer = `0${answer}`
  const sides = answer.split('=')
  if (sides.length === 2 && sides[0]!.length <= 2) answer = sides[1]!
  const textWithRoots = braceRoots(answer)
  if (textWithRoots === null) return null
  const fractions = braceFractions(textWithRoots.replaceAll(' ', ''))
  if (fractions === null) return null
  if (fractions === '0.5') return '\\frac{1}{2}'
  return fractions.replace(/^(-?(?:0|[1-9]\d*))\/(-?(?:0|[1-9]\d*))$/, '\\frac{$1}{$2}')
}

/** `\sqrt3` becomes `\sqrt{3}`. */
function braceRoots(text: string): string | null {
  const [start, ...parts] = text.split('\\sqrt')
  if (parts.includes('')) return null
  return (
    start! +
    parts
      .map((part) =>
        part.startsWith('{') ? `\\sqrt${part}` : `\\sqrt{${part[0]}}${part.slice(1)}`,
      )
      .join('')
  )
}

/** `\frac12` becomes `\frac{1}{2}`. */
function braceFractions(text: string): string | null {
  const [start, ...parts] = text.split('\\frac')
  if (parts.includes('')) return null
  if (parts.some((part) => part.length < 2 && !part.startsWith('{'))) return text
  const bracedParts = parts.map((part) => {
    if (part.startsWith('{')) return part
    return part[1] === '{'
      ? `{${part[0]}}${part.slice(1)}`
      : `{${part[0]}}{${part[1]}}${part.slice(2)}`
  })
  return [start, ...bracedParts].join('\\frac')
}

const units =
  'degree cm centimeter meter mile second minute hour day week month year foot feet inch yard'
const unitPatterns = units
  .split(' ')
  .map((unit) => new RegExp(`${unit}(?:es)?s? *(?:\\^[0-9]+)?`, 'g'))

/** Applies PRM800K's own rules. */
export function normaliseLikePrm800k(text: string): string {
  let answer = /^\\text\{(.+?)\}$/.exec(text)?.[1] ?? text
  answer = answer
    .replace(/\\?[%$]/g, '')
    .replaceAll(' or ', ' , ')
    .replaceAll(' and ', ' , ')
  answer = answer
    .replaceAll('million', '*10^6')
    .replaceAll('billion', '*10^9')
    .replaceAll('trillion', '*10^12')
  for (const pattern of unitPatterns) answer = answer.replace(pattern, '')
  answer = answer.replace(/\^ *\\circ/g, '')
  if (answer.length > 1 && answer.startsWith('{') && answer.endsWith('}'))
    answer = answer.slice(1, -1)
  answer = answer.replace(/,\\! */g, '')
  const number = readFloat(answer)
  if (number !== null && isNearlyWhole(number)) answer = String(BigInt(Math.round(number)))
  if (answer.includes('\\')) answer = writePlain(answer)
  answer = answer.replace(/- */g, '-').replace(/([0-9]) +([0-9])/g, '$1+$2')
  answer = answer.replace(/[ {}]/g, '').toLowerCase()
  return isWholeNumberText(answer)
    ? String(BigInt(Math.trunc(Number(answer.replace(/[,_]/g, '')))))
    : answer
}

/** Reads a number like Python's float(); null for anything else. */
function readFloat(text: string): number | null {
  // Python allows one underscore between digits.
  const plain = text.replace(/(?<=\d)_(?=\d)/g, '')
  return /^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?\s*$/.test(plain) ? Number(plain) : null
}

const isNearlyWhole = (value: number) =>
  Number.isFinite(value) && Math.abs(value - Math.round(value)) <= 1e-7

export const isWholeNumberText = (text: string): boolean => {
  const number = readFloat(stripThousandsSeparators(text))
  return number !== null && isNearlyWhole(number)
}

/** Removes thousands separators, but not the commas of a tuple. */
export function stripThousandsSeparators(text: string): string {
  for (let answer = text; ;) {
    const next = answer.replace(/(\d),(\d\d\d)($|\D)/g, '$1$2$3')
    if (next === answer) return answer
    answer = next
  }
}

const plainSigns: ReadonlyMap<string, string> = new Map(
  Object.entries({
    pi: 'pi',
    infty: 'inf',
    cup: 'U',
    cdot: '*',
    times: '*',
    pm: '±',
    mp: '∓',
    le: '≤',
    leq: '≤',
    ge: '≥',
    geq: '≥',
    ne: '≠',
    neq: '≠',
    approx: '≈',
    in: '∈',
    cap: '∩',
    theta: 'θ',
    alpha: 'α',
    beta: 'β',
    gamma: 'γ',
    lambda: 'λ',
    mu: 'μ',
    sigma: 'σ',
    phi: 'ϕ',
    omega: 'ω',
    emptyset: '∅',
    sin: 'sin',
    cos: 'cos',
    tan: 'tan',
    cot: 'cot',
    sec: 'sec',
    csc: 'csc',
    log: 'log',
    ln: 'ln',
    exp: 'exp',
    arcsin: 'arcsin',
    arccos: 'arccos',
    arctan: 'arctan',
    max: 'max',
    min: 'min',
    quad: ' ',
    qquad: ' ',
    ldots: '…',
    dots: '…',
    cdots: '⋯',
    to: '→',
    div: '÷',
  }),
)

/** Converts LaTeX to plain text as far as the original converter does. */
function writePlain(text: string): string {
  const source = text
    .replaceAll('\\tfrac', '\\frac')
    .replaceAll('\\dfrac', '\\frac')
    .replaceAll('\\frac', ' \\frac')
  const [plain] = writeUntil(source, 0, '', 0)
  return plain.trim()
}

const maxDepth = 60

/** Converts up to the closing brace or the end. Returns the text and its end position. */
function writeUntil(source: string, start: number, end: string, depth: number): [string, number] {
  let text = ''
  let position = start
  while (position < source.length) {
    const sign = source[position]!
    if (end !== '' && sign === end) return [text, position + 1]
    if (sign === '\\') {
      const [command, next] = writeCommand(source, position + 1, depth)
      text += command
      position = next
    } else if (sign === '{' && depth < maxDepth) {
      const [inner, next] = writeUntil(source, position + 1, '}', depth + 1)
      text += inner
      position = next
    } else {
      text += sign === '~' ? ' ' : sign === '&' ? ' ' : sign === '}' ? '' : sign
      position += 1
    }
  }
  return [text, position]
}

function writeCommand(source: string, start: number, depth: number): [string, number] {
  const name = /^[a-zA-Z]+/.exec(source.slice(start, start + 40))?.[0]
  if (name === undefined) {
    const sign = source[start] ?? ''
    return [
      /[,;:! ]/.test(sign) ? (sign === '!' ? '' : ' ') : sign === '\\' ? ';' : sign,
      start + 1,
    ]
  }
  let position = start + name.length
  while (source[position] === ' ') position += 1
  if (name === 'frac') {
    const [numerator, afterNumerator] = writeArgument(source, position, depth)
    const [denominator, afterDenominator] = writeArgument(source, afterNumerator, depth)
    return [`${numerator}/${denominator}`, afterDenominator]
  }
  if (name === 'sqrt') {
    if (source[position] === '[') position = Math.max(position, source.indexOf(']', position) + 1)
    const [inner, next] = writeArgument(source, position, depth)
    return [`sqrt(${inner})`, next]
  }
  if (name === 'begin' || name === 'end') {
    const [environment, next] = writeArgument(source, position, depth)
    const isMatrix = environment.endsWith('matrix')
    return [isMatrix ? (name === 'begin' ? '[ ' : ' ]') : '', next]
  }
  return [plainSigns.get(name) ?? '', position]
}

function writeArgument(source: string, start: number, depth: number): [string, number] {
  let position = start
  while (source[position] === ' ') position += 1
  if (source[position] === '{' && depth < maxDepth)
    return writeUntil(source, position + 1, '}', depth + 1)
  if (source[position] === '\\' && depth < maxDepth)
    return writeCommand(source, position + 1, depth + 1)
  return [source[position] ?? '', position + 1]
}
