import { findLocationOffset } from './find-location-offset'
import type { ReadError } from './read-result'
import type { LineError } from './record'

/** Maximum length of an excerpt. */
export const excerptLength = 160
/** Characters before a location that an excerpt shows. */
export const excerptContextLength = 40
/** Locations from here on are too far right for an excerpt from the beginning. */
export const minMidLineExcerptPosition = 120

/** Position and beginning of an item; `text` is all of it, if it is JSON and still in memory. */
export interface ImportItemPosition {
  line: number
  offset: number
  excerpt: string
  text?: string | undefined
  /** Moves the location of an error in the item's record, such as `samples[0].text`, to where the item has it. */
  locateError?: (error: ReadError) => ReadError
}

/** An error in an item, with the text around its location if that can be found. */
export function buildLineError(
  { line, offset, excerpt, text, locateError }: ImportItemPosition,
  error: ReadError,
): LineError {
  const { location, reason } = locateError?.(error) ?? error
  const position = text === undefined ? null : findLocationOffset(text, location)
  return {
    line,
    offset,
    location,
    reason,
    excerpt: text === undefined ? excerpt : makeExcerptAround(text, position ?? 0),
  }
}

/**
 * A part of a line, on one line: its beginning, or if the location is far right, `…` and the text
 * around it, with the location at `excerptContextLength + 1`.
 *
 * @param position in UTF-16 units from the beginning
 */
export function makeExcerptAround(text: string, position: number): string {
  if (position < minMidLineExcerptPosition || text.length <= excerptLength)
    return cutText(text, 0, excerptLength)
  const from = position - excerptContextLength
  return `…${cutText(text, from, from + excerptLength - 1)}`
}

/** Whether an excerpt starts later than its line, so that the location is at `excerptContextLength + 1`. */
export function isMidLineExcerpt(excerpt: string): boolean {
  return excerpt.startsWith('…') && excerpt.length <= excerptLength
}

/** Replaces control characters by spaces, line breaks by `⏎` and lone surrogates by U+FFFD. */
export function replaceControlCharacters(text: string): string {
  return (
    text
      .replace(/\r(?=\n)/g, ' ')
      .replace(/[\n\r\u0085\u2028\u2029]/g, '⏎')
      .replace(/(?!\t)\p{Cc}/gu, ' ')
      // With the u flag, a surrogate matches only without its partner.
      .replace(/\p{Cs}/gu, '\ufffd')
  )
}

/** Never cuts through a surrogate pair, because its half would be replaced. */
function cutText(text: string, from: number, to: number): string {
  let piece = text.slice(from, to)
  if (from > 0 && isInsidePair(text, from)) piece = ` ${piece.slice(1)}`
  if (isInsidePair(text, to)) piece = `${piece.slice(0, -1)}…`
  return replaceControlCharacters(piece)
}

const isInsidePair = (text: string, position: number) =>
  /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(position - 1, position + 1))
