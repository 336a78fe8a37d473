import { showCharacters } from '@/lib/formats/excerpt'

/** Characters of a value that a reason names. */
export const maxQuotedLength = 60

/** What of a solution can be named in a few words. */
export interface SolutionDetails {
  answer: string | null
  score: number | null
  generator: string | null
  /** Its text, or its steps in lines, where that is no longer than `namedLength`. */
  text: string | null
}

/**
 * A text by few characters: itself where it is short, else as many of its first as are to be named, NUL (which no text
 * has) and its hash.
 */
export function shortenText(
  text: string,
  hashOf: (text: string) => string,
  prefixLength: number,
): string {
  return text.length <= maxQuotedLength ? text : `${text.slice(0, prefixLength)}\0${hashOf(text)}`
}

/** `answer "2" there, "3" here`; of long texts other than answers only what they are. */
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
  if (earlier === null)
    return quotedCurrent === null ? `no ${name} before` : `no ${name} before, ${quotedCurrent} now`
  if (current === null)
    return quotedEarlier === null ? `no ${name} now` : `${name} ${quotedEarlier} before, none now`
  return quotedEarlier === null || quotedCurrent === null || quotedEarlier === quotedCurrent
    ? `different ${name}`
    : `${name} ${quotedEarlier} before, ${quotedCurrent} now`
}

/** Which of these are not the same, and what they are; null where all are. */
export function describeDifferences(
  earlier: SolutionDetails,
  current: SolutionDetails,
  names: readonly (keyof SolutionDetails)[],
): string | null {
  const differing = names.filter((name) => earlier[name] !== current[name])
  if (differing.length === 0) return null
  return differing
    .map((name) =>
      name === 'score'
        ? `score ${earlier.score ?? 'none'} before, ${current.score ?? 'none'} now`
        : describeTextDifference(name, earlier[name], current[name]),
    )
    .join('; ')
}

/** In quotes; null where it is too long to be named. */
function quoteText(text: string | null, mayShorten: boolean): string | null {
  if (text === null) return null
  const [prefix = '', hash] = text.split('\0')
  if (hash === undefined && prefix.length <= maxQuotedLength) return `"${showCharacters(prefix)}"`
  return mayShorten && prefix !== ''
    ? `"${showCharacters(prefix.slice(0, maxQuotedLength))}…"`
    : null
}
