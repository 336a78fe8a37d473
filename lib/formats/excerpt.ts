import { findLocation } from './find-location'
import type { ReadError } from './read-result'
import type { LineError } from './record'

/** Characters of a line that a report shows. */
export const excerptLength = 160
/** Characters before a place that an excerpt shows with it. */
export const excerptContext = 40
/** A place from here on does not stand well in the beginning of a line. */
export const maxStartOffset = 120

/** Where an item stands and how it begins; `text` is all of it, where it is JSON and still at hand. */
export interface ItemOrigin {
  line: number
  offset: number
  excerpt: string
  text?: string | undefined
}

/** What is wrong with an item, for a report: with the text around the place where that can be found. */
export function buildLineError(
  { line, offset, excerpt, text }: ItemOrigin,
  { location, reason }: ReadError,
): LineError {
  const at = text === undefined ? null : findLocation(text, location)
  return {
    ...{ line, offset, location, reason },
    excerpt: text === undefined ? excerpt : excerptAround(text, at ?? 0),
  }
}

/**
 * A piece of a line, on one line: its beginning, or, where the place is far right, `…` and what stands around the place,
 * which is then at `excerptLead + 1`.
 *
 * @param at in UTF-16 units from the beginning
 */
export function excerptAround(text: string, at: number): string {
  if (at < maxStartOffset || text.length <= excerptLength) return cut(text, 0, excerptLength)
  const from = at - excerptContext
  return `…${cut(text, from, from + excerptLength - 1)}`
}

/** Whether an excerpt begins further right than its line, so that a place stands at `excerptLead + 1`. */
export function isMidLine(excerpt: string): boolean {
  return excerpt.startsWith('…') && excerpt.length <= excerptLength
}

/** Control characters as spaces, line breaks as `⏎`, halves of a character, which are no text, as U+FFFD. */
export function showCharacters(text: string): string {
  return (
    text
      .replace(/\r(?=\n)/g, ' ')
      .replace(/[\n\r\u0085\u2028\u2029]/g, '⏎')
      .replace(/(?!\t)\p{Cc}/gu, ' ')
      // With the u flag a surrogate matches only where it has no partner.
      .replace(/\p{Cs}/gu, '\ufffd')
  )
}

/** A character that the cut goes through is text: it is not shown as something else. */
function cut(text: string, from: number, to: number): string {
  let piece = text.slice(from, to)
  if (from > 0 && isPair(text, from)) piece = ` ${piece.slice(1)}`
  if (isPair(text, to)) piece = `${piece.slice(0, -1)}…`
  return showCharacters(piece)
}

const isPair = (text: string, at: number) =>
  /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(at - 1, at + 1))
