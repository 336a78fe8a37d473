/** The end of a JSON string (after its closing quote), or the error and its index. */
export type JsonStringScan =
  | { ok: true; end: number; hasEscapes: boolean }
  /**
   * `isValidJson`: the string just can't be stored. The reason then continues a sentence ("Text
   * contains …").
   */
  | { ok: false; at: number; reason: string; isValidJson: boolean }

// Lone surrogates and control characters (more than JSON rejects) are checked one by one.
const plainRun = /[^"\\\p{Cc}\p{Cs}]+/uy
const escape = /\\(?:["\\/bfnrt]|u([0-9a-fA-F]{4}))/y

/** Scans the JSON string whose opening quote is at `from`. */
export function scanJsonString(text: string, from: number): JsonStringScan {
  let position = from + 1
  let hasEscapes = false
  /** Index of a high surrogate that still needs its low one, literal or escaped; -1 for none. */
  let high = -1
  for (;;) {
    plainRun.lastIndex = position
    const isPlain = plainRun.test(text)
    if (isPlain && high >= 0) return makeHalfPairError(high)
    if (isPlain) position = plainRun.lastIndex
    if (position >= text.length) return makeScanError(position, 'The line ends inside a string.')
    const first = text.charCodeAt(position)
    if (first === 0x22) {
      return high >= 0 ? makeHalfPairError(high) : { ok: true, end: position + 1, hasEscapes }
    }
    let unit = first
    let next = position + 1
    if (first === 0x5c) {
      escape.lastIndex = position
      const match = escape.exec(text)
      if (!match) return makeScanError(position, describeBadEscape(text, position))
      hasEscapes = true
      next = escape.lastIndex
      // A short escape is an ordinary character: any unit outside of the surrogates will do.
      unit = match[1] === undefined ? 0x20 : Number.parseInt(match[1], 16)
    } else if (first < 0x20) {
      return makeScanError(position, `A control character (${nameUnit(first)}) is not escaped.`)
    }
    if (unit === 0) {
      return {
        ok: false,
        at: position,
        reason: 'contains the character NUL, which can’t be stored',
        isValidJson: true,
      }
    }
    const isLow = unit >= 0xdc00 && unit <= 0xdfff
    if (isLow !== high >= 0) return makeHalfPairError(high >= 0 ? high : position)
    high = unit >= 0xd800 && unit <= 0xdbff ? position : -1
    position = next
  }
}

function describeBadEscape(text: string, position: number): string {
  const next = text[position + 1]
  if (next === undefined || (next === 'u' && /^\\u[0-9a-fA-F]{0,3}$/.test(text.slice(position)))) {
    return 'The line ends inside a string.'
  }
  const sequence =
    next === 'u' ? text.slice(position, position + 6) : text.slice(position, position + 2)
  const name = sequence.replace(/\p{Cs}/gu, '\ufffd')
  return `The escape ${name} is not valid JSON.`
}

function makeHalfPairError(position: number): JsonStringScan {
  const reason = 'contains half of a surrogate pair'
  return { ok: false, at: position, reason, isValidJson: true }
}

function makeScanError(position: number, reason: string): JsonStringScan {
  return { ok: false, at: position, reason, isValidJson: false }
}

function nameUnit(unit: number): string {
  return `U+${unit.toString(16).toUpperCase().padStart(4, '0')}`
}
