import { showCharacters } from '@/lib/formats/excerpt'

/** Characters of a value that a reason names. */
export const namedLength = 60

/** What of a solution can be named in a few words. */
export interface SolutionWords {
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
export function shortenText(text: string, hashOf: (text: string) => string, named: number): string {
  return text.length <= namedLength ? text : `${text.slice(0, named)}\0${hashOf(text)}`
}

/** `answer "2" there, "3" here`; of long texts other than answers only what they are. */
export function tellTextsApart(
  name: 'statement' | 'answer' | 'reference solution' | 'text' | 'generator',
  there: string | null,
  here: string | null,
): string {
  const mayCut = name === 'answer' || name === 'generator'
  const [shownThere, shownHere] = [showText(there, mayCut), showText(here, mayCut)]
  if (there === null)
    return shownHere === null ? `no ${name} there` : `no ${name} there, ${shownHere} here`
  if (here === null)
    return shownThere === null ? `no ${name} here` : `${name} ${shownThere} there, none here`
  return shownThere === null || shownHere === null || shownThere === shownHere
    ? `the ${name} is another one`
    : `${name} ${shownThere} there, ${shownHere} here`
}

/** Which of these are not the same, and what they are; null where all are. */
export function nameDifferences(
  there: SolutionWords,
  here: SolutionWords,
  names: readonly (keyof SolutionWords)[],
): string | null {
  const differing = names.filter((name) => there[name] !== here[name])
  if (differing.length === 0) return null
  return differing
    .map((name) =>
      name === 'score'
        ? `score ${there.score ?? 'none'} there, ${here.score ?? 'none'} here`
        : tellTextsApart(name, there[name], here[name]),
    )
    .join('; ')
}

/** In quotes; null where it is too long to be named. */
function showText(text: string | null, mayCut: boolean): string | null {
  if (text === null) return null
  const [words = '', hash] = text.split('\0')
  if (hash === undefined && words.length <= namedLength) return `"${showCharacters(words)}"`
  return mayCut && words !== '' ? `"${showCharacters(words.slice(0, namedLength))}…"` : null
}
