import { replaceControlCharacters } from '@/lib/formats/excerpt'

/** Maximum length of a value in a reason. */
export const maxQuotedLength = 60

/** Values of a solution that a reason can show. */
export interface SolutionDetails {
  answer: string | null
  score: number | null
  generator: string | null
  /** Its text, or its steps by line, if not longer than `maxQuotedLength`. */
  text: string | null
}

/**
 * A text with few characters: itself if short, else its beginning, NUL (which no text contains) and
 * its hash.
 */
export function shortenText(
  text: string,
  hashOf: (text: string) => string,
  prefixLength: number,
): string {
  return text.length <= maxQuotedLength ? text : `${text.slice(0, prefixLength)}\0${hashOf(text)}`
}

/** `answer "2" there, "3" here`; for long texts other than answers only the names. */
export function describeTextDifference(
  name: 'statement' | 'answer' | 'reference solution' | 'text' | 'generator',
  earlier: string | null,
  current: string | null,
): string {
  const mayShorten = name === 'answer' || name === 'generator'
  const [quotedEarlier, quotedCurrent] = [
    quoteText(earlier, mayShorten),
    quoteText(current, mayShorten),
  ]
  // A text is null if it is too long to quote.
  if (name === 'text' && (earlier === null || current === null)) return 'different text'
  if (earlier === null)
    return quotedCurrent === null ? `no ${name} before` : `no ${name} before, ${quotedCurrent} now`
  if (current === null)
    return quotedEarlier === null ? `no ${name} now` : `${name} ${quotedEarlier} before, none now`
  return quotedEarlier === null || quotedCurrent === null || quotedEarlier === quotedCurrent
    ? `different ${name}`
    : `${name} ${quotedEarlier} before, ${quotedCurrent} now`
}

/** Which values differ, with the values; null if all differ. */
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

/** In quotes; null if it is too long. */
function quoteText(text: string | null, mayShorten: boolean): string | null {
  if (text === null) return null
  const [prefix = '', hash] = text.split('\0')
  if (hash === undefined && prefix.length <= maxQuotedLength)
    return `"${replaceControlCharacters(prefix)}"`
  return mayShorten && prefix !== ''
    ? `"${replaceControlCharacters(prefix.slice(0, maxQuotedLength))}…"`
    : null
}
