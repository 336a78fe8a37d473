const smallNumbers =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
const multiplesOfTen = 'twenty thirty forty fifty sixty seventy eighty ninety'
const ordinals =
  'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'

const values: ReadonlyMap<string, number> = new Map([
  ...smallNumbers.split(' ').map((word, i) => [word, i] as const),
  ...multiplesOfTen.split(' ').map((word, i) => [word, 10 * (i + 2)] as const),
])
const scales: ReadonlyMap<string, number> = new Map([
  ['dozen', 12],
  ['hundred', 100],
  ['thousand', 1000],
  ['million', 1_000_000],
  ['billion', 1_000_000_000],
])
const ordinalValues: ReadonlyMap<string, number> = new Map(
  ordinals.split(' ').map((word, i) => [word, i] as const),
)
const denominatorsByName: ReadonlyMap<string, number> = new Map([
  ['half', 2],
  ['halve', 2],
  ['third', 3],
  ['quarter', 4],
  ['fourth', 4],
  ['fifth', 5],
  ['sixth', 6],
  ['seventh', 7],
  ['eighth', 8],
  ['ninth', 9],
  ['tenth', 10],
  ['hundredth', 100],
  ['thousandth', 1000],
])

type Fraction = readonly [numerator: number, denominator: number]

/**
 * Reads a number in words: `twenty-one`, `a hundred and five`, `two and a half`, `three quarters`. Null for anything
 * else.
 */
export function readNumberWords(text: string): Fraction | null {
  const tokens = splitWords(text)
  if (tokens.length === 0 || tokens.length > 12 || /^an?$/.test(tokens.join(' '))) return null
  const lastAnd = tokens.lastIndexOf('and')
  const fraction = readFractionName(tokens.slice(lastAnd + 1))
  if (fraction && lastAnd < 0) return fraction
  const integer = fraction && lastAnd > 0 ? readWhole(tokens.slice(0, lastAnd)) : null
  if (fraction && integer !== null) return [integer * fraction[1] + fraction[0], fraction[1]]
  const value = readWhole(tokens)
  return value === null ? null : [value, 1]
}

const splitWords = (text: string) =>
  text
    .toLowerCase()
    .split(/[\s-]+/)
    .filter(Boolean)

/** `half`, `a third`, `three quarters` */
function readFractionName(tokens: readonly string[]): Fraction | null {
  const name = tokens.at(-1)?.replace(/s$/, '') ?? ''
  const denominator = denominatorsByName.get(name)
  const count = tokens.length === 1 ? (name === 'half' ? 1 : null) : readWhole(tokens.slice(0, -1))
  return denominator === undefined || count === null || count >= denominator
    ? null
    : [count, denominator]
}

function readWhole(numerals: readonly string[]): number | null {
  const isArticle = /^an?$/.test(numerals[0] ?? '')
  if (isArticle && numerals.length > 1 && !scales.has(numerals[1]!)) return null
  const tokens = isArticle ? ['one', ...numerals.slice(1)] : numerals
  let total = 0
  let group: number | null = null
  let last = Infinity
  for (const [i, word] of tokens.entries()) {
    const value = values.get(word)
    const scale = scales.get(word)
    if (word === 'and' && i > 0 && i < tokens.length - 1) continue
    else if (value !== undefined && (group === null || isNext(group, value)))
      group = (group ?? 0) + value
    else if (scale === 100 && group !== null && group < 100) group *= 100
    else if (scale !== undefined && group !== null && scale < last) {
      total += group * scale
      group = null
      last = scale
    } else return null
  }
  return group === null && last === Infinity ? null : total + (group ?? 0)
}

/** Any number below 100 may follow a hundred, and a digit may follow a multiple of ten. */
const isNext = (group: number, value: number) =>
  (group % 100 === 0 && group > 0 && value > 0 && value < 100) ||
  (group % 100 >= 20 && group % 10 === 0 && value > 0 && value < 10)

/** Reads the position from `first`, `twenty-first`, `21st`; null for anything else. */
export function readOrdinal(text: string): number | null {
  const digits = /^(?:the\s+)?(\d{1,9})(?:st|nd|rd|th)$/i.exec(text.trim())
  if (digits) return Number(digits[1])
  const tokens = splitWords(text).filter((word) => word !== 'the')
  const ordinal = ordinalValues.get(tokens.at(-1) ?? '')
  if (ordinal === undefined || tokens.length > 2) return null
  if (tokens.length === 1) return ordinal
  const ten = values.get(tokens[0]!)
  return ten !== undefined && ten >= 20 && ordinal > 0 && ordinal < 10 ? ten + ordinal : null
}

/** Writes a leading number in digits: `twelve apples`. Returns the text unchanged if it has none, or a second one. */
export function writeLeadingNumberInDigits(text: string): string {
  const [, wholeNumber, after = ''] = /^(\d+) and ([a-z]+ [a-z-]+)$/.exec(text) ?? []
  const fraction = wholeNumber === undefined ? null : readFractionName(splitWords(after))
  if (fraction) return `${wholeNumber}${writeFraction(fraction)}`
  if (!/^[a-z]/i.test(text)) return text
  const tokens = text.split(/\s+/)
  if (/\d|[\\{}=]/.test(text) || tokens.length > 8) return text
  for (let count = Math.min(tokens.length, 6); count > 0; count--) {
    const value = readNumberWords(tokens.slice(0, count).join(' '))
    const followingWords = tokens.slice(count)
    const isPlain = followingWords.every(
      (word) => readNumberWords(word) === null && !scales.has(word) && !joiningWord.test(word),
    )
    if (value && !/^(?:an?|the)$/i.test(tokens[0]!))
      return isPlain ? `${writeFraction(value)} ${followingWords.join(' ')}`.trim() : text
    if (value && count > 1 && isPlain)
      return `${writeFraction(value)} ${followingWords.join(' ')}`.trim()
  }
  return text
}

const joiningWord = /^(?:of|or|and|to|times|less|more|than)$/i

const writeFraction = ([numerator, denominator]: Fraction) =>
  denominator === 1 ? `${numerator}` : `\\frac{${numerator}}{${denominator}}`

const writeNumber = (text: string): string | null => {
  if (/^\d+(?:\.\d+)?$/.test(text)) return text
  const value = readNumberWords(text)
  return value && writeFraction(value)
}

/** Writes phrases as formulas: `minus five`, `7 degrees below zero`, `one in six`, `3 to 4`. Null for anything else. */
export function writePhraseAsFormula(text: string): string | null {
  const [, negated, lowered] =
    /^(?:(?:minus|negative)\s+(.+)|(.+?)\s+below\s+(?:zero|0))$/i.exec(text) ?? []
  const negatedNumber = negated ?? lowered
  if (negatedNumber !== undefined) {
    const negatedDigits = writeLeadingNumberInDigits(negatedNumber)
    return /^(?:\d|\\frac)/.test(negatedDigits) ? `-${negatedDigits}` : null
  }
  const [, numerator = '', joiner = '', denominator = ''] =
    /^([\w-]+) (in|out of|to) ([\w-]+)$/i.exec(text) ?? []
  const [first, second] = [writeNumber(numerator), writeNumber(denominator)]
  if (first !== null && second !== null && /to/i.test(joiner)) return `${first}:${second}`
  if (first !== null && second !== null && Number(first) <= Number(second))
    return `\\frac{${first}}{${second}}`
  const [, count = '', unit = ''] = /^([\w-]+) ([a-z]+) and a half$/i.exec(text) ?? []
  const wholeText = /^an?$/i.test(count) ? '1' : writeNumber(count)
  return wholeText !== null &&
    /^\d+$/.test(wholeText) &&
    readNumberWords(unit) === null &&
    !scales.has(unit)
    ? `${Number(wholeText) + 0.5} ${unit}`
    : null
}
