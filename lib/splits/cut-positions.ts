import { findFormulasAndCode } from '@/lib/steps/find-formulas'

/** A position before which a step may be cut, in UTF-16 units of its text. */
export interface CutPosition {
  at: number
  /** What ends at the position. Cuts between words are allowed, but rarely intended. */
  kind: 'line' | 'sentence' | 'word'
}

/**
 * Texts with more positions than this can only be cut at lines and sentences, because thousands of words are too many to
 * choose from.
 */
export const maxWordCutPositions = 1_000

/**
 * The positions where a text may be cut, ascending: after white space, and after a sentence in scripts without spaces.
 * Never inside a formula or a code block.
 */
export function listCutPositions(text: string): CutPosition[] {
  const formulas = findFormulasAndCode(text)
  let next = 0
  const positions = [...text.matchAll(/\s+|(?<=[。！？])(?=\S)/g)].flatMap((gap): CutPosition[] => {
    const position = gap.index + gap[0].length
    while (next < formulas.length && formulas[next]!.end <= gap.index) next += 1
    const isInsideFormula = next < formulas.length && formulas[next]!.start < position
    if (isInsideFormula || gap.index === 0 || position === text.length) return []
    return [{ at: position, kind: readKind(text, gap.index, gap[0]) }]
  })
  return positions.length > maxWordCutPositions
    ? positions.filter(({ kind }) => kind !== 'word')
    : positions
}

const sentenceEnd = /[.!?。！？:;][)\]"'”’*_$]*$/

function readKind(text: string, position: number, gap: string): CutPosition['kind'] {
  if (gap.includes('\n')) return 'line'
  return sentenceEnd.test(text.slice(Math.max(0, position - 4), position)) ? 'sentence' : 'word'
}

/** The position to offer first: the line or sentence end nearest to the middle, else a word end; null for none. */
export function findMiddleCutPosition(
  positions: readonly CutPosition[],
  length: number,
): CutPosition | null {
  const sentenceEnds = positions.filter(({ kind }) => kind !== 'word')
  const candidates = sentenceEnds.length > 0 ? sentenceEnds : positions
  const distanceToMiddle = ({ at }: CutPosition) => Math.abs(at - length / 2)
  return candidates.toSorted((a, b) => distanceToMiddle(a) - distanceToMiddle(b))[0] ?? null
}

/** The next position in a direction, of all or only line and sentence ends; the same position if there is none. */
export function findNextCutPosition(
  positions: readonly CutPosition[],
  from: number,
  { by, bySentence }: { by: 1 | -1; bySentence: boolean },
): number {
  const nextPositions = by === 1 ? positions : positions.toReversed()
  const next = nextPositions.find(
    ({ at, kind }) => (at - from) * by > 0 && !(bySentence && kind === 'word'),
  )
  return next?.at ?? from
}
