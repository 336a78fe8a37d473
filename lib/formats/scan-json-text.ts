/** The end of a JSON string (after its closing quote), or the error and its index. */
export type TextScan =
  | { ok: true; end: number; escaped: boolean }
  /**
   * `stored`: valid JSON that can't be stored; the reason then continues a sentence ("Text holds
   * …").
   */
  | { ok: false; at: number; reason: string; stored: boolean }

// Lone surrogates and control characters (more than JSON rejects) are checked one by one.
const plainRun = /[^"\\\p{Cc}\p{Cs}]+/uy
const escape = /\\(?:["\\/bfnrt]|u([0-9a-fA-F]{4}))/y

/** Scans the JSON string whose opening quote is at `from`. */
export function scanText(text: string, from: number): TextScan {
  let at = from + 1
  let escaped = false
  /** Index of a high surrogate that still needs its low one, literal or escaped; -1 for none. */
  let high = -1
  for (;;) {
    plainRun.lastIndex = at
    const isPlain = plainRun.test(text)
    if (isPlain && high >= 0) return halfPair(high)
    if (isPlain) at = plainRun.lastIndex
    if (at >= text.length) return refuse(at, 'The line ends inside a string.')
    const first = text.charCodeAt(at)
    if (first === 0x22) {
      return high >= 0 ? halfPair(high) : { ok: true, end: at + 1, escaped }
    }
    let unit = first
    let next = at + 1
    if (first === 0x5c) {
      escape.lastIndex = at
      const match = escape.exec(text)
      if (!match) return refuse(at, describeBadEscape(text, at))
      escaped = true
      next = escape.lastIndex
      // A short escape is an ordinary character: any unit outside of the surrogates will do.
      unit = match[1] === undefined ? 0x20 : Number.parseInt(match[1], 16)
    } else if (first < 0x20) {
      return refuse(
        at,
        `A control character (${nameUnit(first)}) at column ${at + 1} is not escaped.`,
      )
    }
    if (unit === 0) {
      return {
        ok: false,
        at,
        reason: 'contains the character NUL, which can’t be stored',
        stored: true,
      }
    }
    const isLow = unit >= 0xdc00 && unit <= 0xdfff
    if (isLow !== high >= 0) return halfPair(high >= 0 ? high : at)
    high = unit >= 0xd800 && unit <= 0xdbff ? at : -1
    at = next
  }
}

function describeBadEscape(text: string, at: number): string {
  const next = text[at + 1]
  if (next === undefined || (next === 'u' && /^\\u[0-9a-fA-F]{0,3}$/.test(text.slice(at)))) {
    return 'The line ends inside a string.'
  }
  const sequence = next === 'u' ? text.slice(at, at + 6) : text.slice(at, at + 2)
  const name = sequence.replace(/\p{Cs}/gu, '\ufffd')
  return `The escape ${name} at column ${at + 1} is not valid JSON.`
}

function halfPair(at: number): TextScan {
  const reason = 'contains half of a surrogate pair'
  return { ok: false, at, reason, stored: true }
}

function refuse(at: number, reason: string): TextScan {
  return { ok: false, at, reason, stored: false }
}

function nameUnit(unit: number): string {
  return `U+${unit.toString(16).toUpperCase().padStart(4, '0')}`
}
