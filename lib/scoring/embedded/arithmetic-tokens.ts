import { hypothesisWords, latexRolesByHash, ofWordHash, modifierWords } from './arithmetic-words'
import { findSubscriptEnd, hashName, hashRange, isDigit, isLetter, isSpace } from './characters'
import { readNumber } from './read-number'

/** Kinds of tokens in a calculation. */
export const tokenKinds = {
  number: 0,
  plus: 1,
  minus: 2,
  times: 3,
  over: 4,
  power: 5,
  open: 6,
  close: 7,
  equals: 8,
  name: 9,
  word: 10,
  stop: 11,
  fraction: 12,
  root: 13,
  factorial: 14,
  percent: 15,
} as const

/** Calculations after this number of tokens in a step are not read. */
const maxTokens = 2048

/** The tokens of one step, in arrays that are reused for the next one. */
export interface Tokens {
  count: number
  kind: Uint8Array
  /** The value of a number. */
  value: Float64Array
  /**
   * For a number: digits after the point. 1 means: for `equals`, approximate; for a word, it modifies numbers next to
   * it; for `open`, it is a square bracket; for `stop`, it ends a line.
   */
  detail: Uint8Array
  /** The hash of a name. */
  name: Int32Array
  start: Int32Array
  end: Int32Array
  /** The step has a word or sign for a trial value or alternatives: if, or, let, ±. */
  isHypothetical: boolean
}

export const makeTokens = (): Tokens => ({
  count: 0,
  kind: new Uint8Array(maxTokens),
  value: new Float64Array(maxTokens),
  detail: new Uint8Array(maxTokens),
  name: new Int32Array(maxTokens),
  start: new Int32Array(maxTokens),
  end: new Int32Array(maxTokens),
  isHypothetical: false,
})

/** Tokenises a step, plain or LaTeX, into `tokens`. Linear in its length, up to the maximum number of tokens. */
export function readTokens(text: string, tokens: Tokens): void {
  tokens.count = 0
  tokens.isHypothetical = false
  let position = 0
  while (position < text.length && tokens.count < maxTokens)
    position = readToken(text, position, tokens)
}

function push(tokens: Tokens, kind: number, start: number, end: number, value = 0, detail = 0) {
  const i = tokens.count++
  tokens.kind[i] = kind
  tokens.value[i] = value
  tokens.detail[i] = detail
  tokens.start[i] = start
  tokens.end[i] = end
  return end
}

function readToken(text: string, position: number, tokens: Tokens): number {
  const code = text.charCodeAt(position)
  if (code === 10) return push(tokens, tokenKinds.stop, position, position + 1, 0, 1)
  if (isSpace(code)) return position + 1
  if (isDigit(code) || (code === 46 && isDigit(text.charCodeAt(position + 1)))) {
    const { value, decimals, end } = readNumber(text, position)
    push(tokens, tokenKinds.number, position, end, value, decimals)
    // `0.\overline{3}`: repeating decimals are not read.
    return text.startsWith('.\\', end) ? pushUnknown(tokens, end, end + 1) : end
  }
  if (isLetter(code)) return readLetters(text, position, tokens)
  if (code === 92) return readCommand(text, position, tokens)
  return readSign(text, position, code, tokens)
}

function readLetters(text: string, position: number, tokens: Tokens): number {
  let end = position + 1
  while (isLetter(text.charCodeAt(end))) end++
  if (end - position > 1) return pushWord(text, position, end, tokens)
  const before = text.charCodeAt(position - 1)
  const after = text.charCodeAt(end)
  if ((text[position] === 'x' || text[position] === 'X') && isTimes(text, position, tokens))
    return push(tokens, tokenKinds.times, position, end)
  if ((text[position] === 'a' || text[position] === 'A') && isArticle(text, before, end))
    return push(tokens, tokenKinds.word, position, end)
  end = findSubscriptEnd(text, end)
  if (after === 39) end++
  push(tokens, tokenKinds.name, position, end)
  tokens.name[tokens.count - 1] = hashName(text, position, end)
  return end
}

/** `5 x 3`, but not `5x`: numbers on both sides, equally spaced. */
function isTimes(text: string, position: number, tokens: Tokens): boolean {
  const lastKind = tokens.kind[tokens.count - 1]
  if (lastKind !== tokenKinds.number && lastKind !== tokenKinds.close) return false
  let next = position + 1
  while (text.charCodeAt(next) === 32 || text.charCodeAt(next) === 36) next++
  const code = text.charCodeAt(next)
  const isSpaced = text.charCodeAt(position - 1) === 32 && next > position + 1
  return isDigit(code) ? isSpaced || next === position + 1 : code === 40 && isSpaced
}

/** "a" before a word or number. */
function isArticle(text: string, before: number, end: number): boolean {
  if (text.charCodeAt(end) !== 32 || !(Number.isNaN(before) || isSpace(before))) return false
  const next = text.charCodeAt(end + 1)
  return isLetter(next) || isDigit(next)
}

function pushWord(text: string, position: number, end: number, tokens: Tokens): number {
  const hash = hashRange(text, position, end)
  if (hypothesisWords.has(hash)) tokens.isHypothetical = true
  const isModifier = modifierWords.has(hash) || (hash === ofWordHash && isAfterValue(tokens))
  return push(tokens, tokenKinds.word, position, end, 0, isModifier ? 1 : 0)
}

function readCommand(text: string, position: number, tokens: Tokens): number {
  let end = position + 1
  while (isLetter(text.charCodeAt(end))) end++
  if (end === position + 1) {
    const sign = text[end]
    if (sign === '\\') return push(tokens, tokenKinds.stop, position, end + 1, 0, 1)
    if (sign === '%') return push(tokens, tokenKinds.percent, position, end + 1)
    return sign === '{' || sign === '}' ? push(tokens, tokenKinds.stop, position, end + 1) : end + 1
  }
  const role = latexRolesByHash.get(hashRange(text, position + 1, end))
  if (role === undefined) {
    end = findSubscriptEnd(text, end)
    push(tokens, tokenKinds.name, position, end)
    tokens.name[tokens.count - 1] = hashName(text, position, end)
    return end
  }
  if (role === 'skip') return end
  if (role === 'text' || role === 'environment') {
    const close = text.charCodeAt(end) === 123 ? text.slice(end, end + 80).indexOf('}') : -1
    const kind = role === 'text' ? tokenKinds.word : tokenKinds.stop
    return push(tokens, kind, position, end + close + 1)
  }
  if (role === 'several') tokens.isHypothetical = true
  if (role === 'several' || role === 'stop') return push(tokens, tokenKinds.stop, position, end)
  return role === 'about'
    ? push(tokens, tokenKinds.equals, position, end, 0, 1)
    : push(tokens, tokenKinds[role], position, end)
}

function readSign(text: string, position: number, code: number, tokens: Tokens): number {
  const sign = text[position]!
  const end = position + 1
  const simple = simpleSigns.get(code)
  if (simple !== undefined) return push(tokens, simple, position, end, 0, sign === '[' ? 1 : 0)
  switch (sign) {
    case '$':
    case '&':
    case '`':
    case '~':
      return end
    case '=':
      return readEquals(text, position, tokens)
    case '≈':
      return push(tokens, tokenKinds.equals, position, end, 0, 1)
    case '-':
    case '−':
    case '–':
      return readMinus(text, position, tokens)
    case '*':
      return readStars(text, position, tokens)
    case '^':
      return readCaret(text, position, tokens)
    case '²':
    case '³':
      push(tokens, tokenKinds.power, position, end)
      return push(tokens, tokenKinds.number, position, end, sign === '²' ? 2 : 3)
    case '!':
      if (text[end] === '=') return push(tokens, tokenKinds.stop, position, end + 1)
      return push(
        tokens,
        isOperandBefore(tokens, position) ? tokenKinds.factorial : tokenKinds.stop,
        position,
        end,
      )
    case '<':
    case '>':
      return push(tokens, tokenKinds.stop, position, text[end] === '=' ? end + 1 : end)
    case '_':
      // A base, or a name that was not read.
      return pushUnknown(tokens, position, end)
    case '±':
      tokens.isHypothetical = true
      return push(tokens, tokenKinds.stop, position, end)
    default:
      return code < 128 || punctuation.has(code)
        ? push(tokens, tokenKinds.stop, position, end)
        : pushUnknown(tokens, position, end)
  }
}

/** Outside of ASCII, the signs that end a calculation. Other signs are part of it, but unknown. */
const punctuation: ReadonlySet<number> = new Set(
  Array.from('“”‘’«»…—•→⇒⟹∴∵≤≥≠≡✓✗。，：；、', (sign) => sign.charCodeAt(0)),
)

/** A token without a value. */
function pushUnknown(tokens: Tokens, start: number, end: number): number {
  if (tokens.count >= maxTokens) return end
  push(tokens, tokenKinds.name, start, end)
  tokens.name[tokens.count - 1] = 0
  return end
}

const simpleSigns: ReadonlyMap<number, number> = new Map(
  (
    [
      ['+', tokenKinds.plus],
      ['×', tokenKinds.times],
      ['·', tokenKinds.times],
      ['⋅', tokenKinds.times],
      ['∗', tokenKinds.times],
      ['/', tokenKinds.over],
      ['÷', tokenKinds.over],
      ['(', tokenKinds.open],
      ['[', tokenKinds.open],
      ['{', tokenKinds.open],
      [')', tokenKinds.close],
      [']', tokenKinds.close],
      ['}', tokenKinds.close],
      ['√', tokenKinds.root],
      ['%', tokenKinds.percent],
    ] as const
  ).map(([sign, kind]) => [sign.charCodeAt(0), kind]),
)

function isAfterValue(tokens: Tokens): boolean {
  const kind = tokens.count === 0 ? tokenKinds.stop : tokens.kind[tokens.count - 1]
  return kind === tokenKinds.number || kind === tokenKinds.percent || kind === tokenKinds.close
}

const isOperandBefore = (tokens: Tokens, position: number): boolean => {
  const last = tokens.count - 1
  const kind = last < 0 ? -1 : tokens.kind[last]
  const isOperand =
    kind === tokenKinds.number || kind === tokenKinds.close || kind === tokenKinds.name
  return isOperand && tokens.end[last] === position
}

function readEquals(text: string, position: number, tokens: Tokens): number {
  if (text[position + 1] === '>') return push(tokens, tokenKinds.stop, position, position + 2)
  const end = text[position + 1] === '=' ? position + 2 : position + 1
  return push(tokens, tokenKinds.equals, position, end)
}

/** A bullet, hyphen or arrow is not a minus sign. */
function readMinus(text: string, position: number, tokens: Tokens): number {
  const end = position + 1
  if (text[end] === '>') return push(tokens, tokenKinds.stop, position, end + 1)
  const last = tokens.count - 1
  const isFirst = last < 0 || (tokens.kind[last] === tokenKinds.stop && tokens.detail[last] === 1)
  const isBullet = isFirst && isSpace(text.charCodeAt(end))
  const isHyphen =
    isLetter(text.charCodeAt(position - 1)) && isLetter(text.charCodeAt(position - 2))
  return push(tokens, isBullet || isHyphen ? tokenKinds.stop : tokenKinds.minus, position, end)
}

/** `**` is a power between operands, otherwise bold type. `*` at the beginning of a line is a bullet. */
function readStars(text: string, position: number, tokens: Tokens): number {
  const last = tokens.count - 1
  const kind = last < 0 ? tokenKinds.stop : tokens.kind[last]
  const isAfterOperand = kind !== tokenKinds.stop && kind !== tokenKinds.equals
  if (text[position + 1] === '*') {
    const next = text.charCodeAt(position + 2)
    const isPower = isOperandBefore(tokens, position) && (isDigit(next) || next === 40)
    return isPower ? push(tokens, tokenKinds.power, position, position + 2) : position + 2
  }
  return isAfterOperand ? push(tokens, tokenKinds.times, position, position + 1) : position + 1
}

/** Degrees are a unit. */
function readCaret(text: string, position: number, tokens: Tokens): number {
  const degrees = ['^\\circ', '^{\\circ}'].find((form) => text.startsWith(form, position))
  return degrees
    ? position + degrees.length
    : push(tokens, tokenKinds.power, position, position + 1)
}
