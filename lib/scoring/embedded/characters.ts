/** Character tests for a hot loop. Codes are UTF-16 units. */

export const isDigit = (code: number) => code >= 48 && code <= 57

export const isLetter = (code: number) =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 0xc0 && isOtherLetter(code))

/** Letters outside of ASCII, roughly: accents, Greek, Cyrillic, CJK, but no arithmetic signs or punctuation. */
const isOtherLetter = (code: number) =>
  code !== 0xd7 &&
  code !== 0xf7 &&
  ((code < 0x2000 && code >= 0xc0) || (code >= 0x3040 && code < 0xfe00))

export const isSpace = (code: number) =>
  code === 32 || (code >= 9 && code <= 13) || code === 0xa0 || (code >= 0x2000 && code <= 0x200b)

/**
 * FNV-1a of a range of the text, with ASCII letters in lower case, mixed so that every bit depends on the whole range.
 */
export function hashRange(text: string, start: number, end: number): number {
  let hash = 0x811c9dc5
  for (let position = start; position < end; position++) {
    const code = text.charCodeAt(position)
    hash = Math.imul(hash ^ (code >= 65 && code <= 90 ? code + 32 : code), 0x01000193)
  }
  return mixHash(hash)
}

/** Case-sensitive: x and X are two names. */
export function hashName(text: string, start: number, end: number): number {
  let hash = 0x811c9dc5
  for (let position = start; position < end; position++)
    hash = Math.imul(hash ^ text.charCodeAt(position), 0x01000193)
  return mixHash(hash)
}

export const hashText = (text: string): number => hashRange(text, 0, text.length)

/** Spreads a hash over all 32 bits (the finaliser of MurmurHash3). */
export function mixHash(hash: number): number {
  let mixed = hash ^ (hash >>> 16)
  mixed = Math.imul(mixed, 0x85ebca6b)
  mixed ^= mixed >>> 13
  mixed = Math.imul(mixed, 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}

/** The index after the subscript of a name that ends at `end`, if any: `x_1`, `x_{max}`. */
export function findSubscriptEnd(text: string, end: number): number {
  if (text.charCodeAt(end) !== 95) return end
  let position = end + 1
  if (text.charCodeAt(position) === 123) {
    const close = text.indexOf('}', position)
    return close < 0 || close > position + 12 ? end : close + 1
  }
  while (isDigit(text.charCodeAt(position)) || isLetter(text.charCodeAt(position))) position++
  return position === end + 1 ? end : position
}
