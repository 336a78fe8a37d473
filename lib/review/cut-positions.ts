import { findFormulas } from '@/lib/steps/find-formulas'

/** Where a step may be cut: before this place of its text, in UTF-16 units. */
export interface CutPosition {
  at: number
  /** What ends there. A cut between words is possible, and seldom meant. */
  kind: 'line' | 'sentence' | 'word'
}

/** From here on only lines and sentences: no one looks for a word among thousands. */
export const maxWordPositions = 1_000

/**
 * Where a text may be cut, in order: after white space, and after a full stop of a script that has none. Never inside a
 * formula or a block of code.
 */
export function listCutPositions(text: string): CutPosition[] {
  const formulas = findFormulas(text)
  let next = 0
  const positions = [...text.matchAll(/\s+|(?<=[。！？])(?=\S)/g)].flatMap((gap): CutPosition[] => {
    const at = gap.index + gap[0].length
    while (next < formulas.length && formulas[next]!.end <= gap.index) next += 1
    const isInsideFormula = next < formulas.length && formulas[next]!.start < at
    if (isInsideFormula || gap.index === 0 || at === text.length) return []
    return [{ at, kind: readKind(text, gap.index, gap[0]) }]
  })
  return positions.length > maxWordPositions
    ? positions.filter(({ kind }) => kind !== 'word')
    : positions
}

const sentenceEnd = /[.!?。！？:;][)\]"'”’*_$]*$/

function readKind(text: string, at: number, gap: string): CutPosition['kind'] {
  if (gap.includes('\n')) return 'line'
  return sentenceEnd.test(text.slice(Math.max(0, at - 4), at)) ? 'sentence' : 'word'
}

/** The place to offer first: the end of a line or a sentence nearest to the middle, else of a word. */
export function findMiddlePosition(
  positions: readonly CutPosition[],
  length: number,
): CutPosition | null {
  const strong = positions.filter(({ kind }) => kind !== 'word')
  const candidates = strong.length > 0 ? strong : positions
  const distance = ({ at }: CutPosition) => Math.abs(at - length / 2)
  return candidates.toSorted((a, b) => distance(a) - distance(b))[0] ?? null
}

/** The next place in a direction, of all or of those that end a line or a sentence; the same where there is none. */
export function movePosition(
  positions: readonly CutPosition[],
  from: number,
  { by, bySentence }: { by: 1 | -1; bySentence: boolean },
): number {
  const onwards = by === 1 ? positions : positions.toReversed()
  const next = onwards.find(
    ({ at, kind }) => (at - from) * by > 0 && !(bySentence && kind === 'word'),
  )
  return next?.at ?? from
}
