import { findFormulas } from '@/lib/steps/find-formulas'

/** Where a step may be cut: before this place of its text, in UTF-16 units. */
export interface CutPlace {
  at: number
  /** What ends there. A cut between words is possible, and seldom meant. */
  kind: 'line' | 'sentence' | 'word'
}

/** From here on only lines and sentences: nobody looks for a word among thousands. */
export const maxPlaces = 1_000

/**
 * Where a text may be cut, in order: after white space, and after a full stop of a script that has none. Never inside a
 * formula or a block of code.
 */
export function listCutPlaces(text: string): CutPlace[] {
  const formulas = findFormulas(text)
  let next = 0
  const places = [...text.matchAll(/\s+|(?<=[。！？])(?=\S)/g)].flatMap((gap): CutPlace[] => {
    const at = gap.index + gap[0].length
    while (next < formulas.length && formulas[next]!.end <= gap.index) next += 1
    const isInside = next < formulas.length && formulas[next]!.start < at
    if (isInside || gap.index === 0 || at === text.length) return []
    return [{ at, kind: readKind(text, gap.index, gap[0]) }]
  })
  return places.length > maxPlaces ? places.filter(({ kind }) => kind !== 'word') : places
}

const sentenceEnd = /[.!?。！？:;][)\]"'”’*_$]*$/

function readKind(text: string, at: number, gap: string): CutPlace['kind'] {
  if (gap.includes('\n')) return 'line'
  return sentenceEnd.test(text.slice(Math.max(0, at - 4), at)) ? 'sentence' : 'word'
}

/** The place to offer first: the end of a line or a sentence nearest to the middle, else of a word. */
export function findMiddlePlace(places: readonly CutPlace[], length: number): CutPlace | null {
  const strong = places.filter(({ kind }) => kind !== 'word')
  const candidates = strong.length > 0 ? strong : places
  const distance = ({ at }: CutPlace) => Math.abs(at - length / 2)
  return candidates.toSorted((a, b) => distance(a) - distance(b))[0] ?? null
}

/** The next place in a direction, of all or of those that end a line or a sentence; the same where there is none. */
export function movePlace(
  places: readonly CutPlace[],
  from: number,
  { by, skipsWords }: { by: 1 | -1; skipsWords: boolean },
): number {
  const onwards = by === 1 ? places : places.toReversed()
  const next = onwards.find(
    ({ at, kind }) => (at - from) * by > 0 && !(skipsWords && kind === 'word'),
  )
  return next?.at ?? from
}
