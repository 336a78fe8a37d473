import { replaceControlCharacters } from '@/lib/formats/excerpt'

/** Maximum length of a quoted value. */
export const maxQuotedLength = 60

/** Values of a solution that an error message can quote. */
export interface SolutionDetails {
  answer: string | null
  score: number | null
  generator: string | null
  /** Its text, or its steps by line; null if too long to quote. Empty or null without an external id. */
  text: string | null
}

/**
 * A text with few characters: itself if short, else its beginning, NUL (which no text contains) and
 * its hash.
 */
export function shortenTextWithHash(
  text: string,
  hashOf: (text: string) => string,
  prefixLength: number,
): string {
  return text.length <= maxQuotedLength ? text : `${text.slice(0, prefixLength)}\0${hashOf(text)}`
}

/** `answer "2" before, "3" now`; for long texts other than answers and generators only the name. */
function describeTextDifference(
  name: 'answer' | 'text' | 'generator',
  earlier: string | null,
  current: string | null,
): string {
  // A text is null if it is too long to quote.
  const isUnknown = name === 'text' && (earlier === null || current === null)
  const change = isUnknown ? null : describeTextChange(earlier, current, name !== 'text')
  return change === null ? `different ${name}` : `${name} ${change}`
}

/** `"2" before, "3" now`; null if the texts are too long to show a difference. */
export function describeTextChange(
  earlier: string | null,
  current: string | null,
  mayShorten: boolean,
): string | null {
  const [quotedEarlier, quotedCurrent] = [
    earlier === null ? 'none' : quoteText(earlier, mayShorten),
    current === null ? 'none' : quoteText(current, mayShorten),
  ]
  if (quotedEarlier === quotedCurrent) return null
  if (quotedEarlier === null || quotedCurrent === null) {
    if (earlier === null) return 'none before'
    return current === null ? 'none now' : null
  }
  return `${quotedEarlier} before, ${quotedCurrent} now`
}

/** Which values differ, with the values; null if none differ. */
export function describeDifferences(
  earlier: SolutionDetails,
  current: SolutionDetails,
  names: readonly (keyof SolutionDetails)[],
): string | null {
  const differingNames = names.filter((name) => earlier[name] !== current[name])
  if (differingNames.length === 0) return null
  return differingNames
    .map((name) =>
      name === 'score'
        ? `score ${earlier.score ?? 'none'} before, ${current.score ?? 'none'} now`
        : describeTextDifference(name, earlier[name], current[name]),
    )
    .join('; ')
}

/** The text in quotes, shortened if allowed; null if it is too long otherwise. */
function quoteText(text: string, mayShorten: boolean): string | null {
  const [prefix = '', hash] = text.split('\0')
  if (hash === undefined && prefix.length <= maxQuotedLength)
    return `"${replaceControlCharacters(prefix)}"`
  return mayShorten && prefix !== ''
    ? `"${replaceControlCharacters(prefix.slice(0, maxQuotedLength))}…"`
    : null
}
