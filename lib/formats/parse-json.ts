import { findJsonError } from './find-json-error'
import { wholeLineLocation, type ReadError } from './read-result'

export type JsonParseResult = { ok: true; value: unknown } | ({ ok: false } & ReadError)

/**
 * Parses one line as JSON, and rejects what `JSON.parse` would silently change and what can't be
 * stored: nesting deeper than 32, a repeated key (the last would win: a flipped rating), the key
 * `__proto__`, NUL and lone surrogates in any text, numbers beyond a double's range, and whole
 * numbers above 2^53 - 1, which would lose digits.
 *
 * @returns the value, or the location of the error (a path, or a column from 1 in UTF-16 units) and
 * its reason
 */
export function parseJsonLine(text: string): JsonParseResult {
  const jsonError = findJsonError(text)
  if (jsonError) return { ok: false, ...jsonError }
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch {
    // The scan should accept only what JSON.parse does. If it ever accepts more, reject the line.
    return { ok: false, location: wholeLineLocation, reason: 'The line is not JSON.' }
  }
}
