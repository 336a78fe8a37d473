/**
 * What Markdown must not read is replaced by a placeholder: a numbered pair of brackets for a
 * formula, code or a figure, a single letter for a sign that is not markup here. Brackets are
 * punctuation in Markdown, like the dollars and backticks that they replace.
 */
export type ProtectedContent =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'formula'; source: string; display: boolean }
  /** Fenced code or a figure: a separate block. */
  | { kind: 'figure'; language: string | null; text: string }

const openBracket = '\u2E28'
const closeBracket = '\u2E29'
/** The signs that have a placeholder, in the order of the private-use letters from U+E000. */
const signs = '*_-+>#.)|'
const firstSign = 0xe000

/** Letters of a source that would be read as placeholders, and NUL, which Markdown replaces. */
export const reservedCharacters = `${openBracket}${closeBracket}\\u{e000}-\\u{e00f}\\0`

/** The placeholders of one or more signs. */
export function hideSignFromMarkdown(sign: string): string {
  return [...sign].map((letter) => String.fromCharCode(firstSign + signs.indexOf(letter))).join('')
}

/** The placeholder of an entry of `hidden`. */
export function formatPlaceholder(index: number): string {
  return `${openBracket}${index}${closeBracket}`
}

const placeholder = new RegExp(`${openBracket}(\\d+)${closeBracket}|[\\u{e000}-\\u{e00f}]+`, 'gu')

/** Replaces the placeholders in a text by their contents. */
export function* replacePlaceholders(
  text: string,
  hidden: readonly ProtectedContent[],
): Generator<ProtectedContent> {
  let from = 0
  for (const { index, 0: matchedText, 1: number } of text.matchAll(placeholder)) {
    if (index > from) yield { kind: 'text', text: text.slice(from, index) }
    if (number === undefined) yield { kind: 'text', text: revealSigns(matchedText) }
    else yield hidden[Number(number)]!
    from = index + matchedText.length
  }
  if (from < text.length) yield { kind: 'text', text: text.slice(from) }
}

function revealSigns(letters: string): string {
  return [...letters].map((letter) => signs[letter.charCodeAt(0) - firstSign]).join('')
}
