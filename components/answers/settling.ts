import type { Verdict } from '@/lib/grading/verdict'
import { sayOfPair } from '@/lib/review/person-says'
import type { AnswerPair, PairView, ShownPair } from './pair'

/** The part of a pair that changes when somebody settles it. */
export type Standing = Pick<
  AnswerPair,
  'verdict' | 'reason' | 'by' | 'ruledBy' | 'ruledAt' | 'note'
>

/** What a person says of a pair; null takes back what was said. */
export type Word = { verdict: Verdict; note: string } | null

export function readStanding(pair: AnswerPair): Standing {
  const { verdict, reason, by, ruledBy, ruledAt, note } = pair
  return { verdict, reason, by, ruledBy, ruledAt, note }
}

/** A ruling on the pair, not only verdicts on solutions of it one by one. */
export const isRuled = ({ by, ruledAt }: Standing): boolean => by === 'person' && ruledAt !== null

/** What to say of a pair so that it is again what it was. */
export const wordOf = (before: Standing): Word =>
  isRuled(before) ? { verdict: before.verdict, note: before.note ?? '' } : null

/** How a pair stands once the server has heard it; of one that is taken back only the grader knows more. */
export function expectStanding(
  pair: Standing,
  word: Word,
  { person, at }: { person: string; at: Date },
): Standing {
  if (word === null)
    return {
      ...{ verdict: pair.verdict, reason: 'Is graded again.', by: 'grader' },
      ...{ ruledBy: null, ruledAt: null, note: null },
    }
  const { verdict, note } = word
  return {
    ...{ verdict, reason: sayOfPair(note), by: 'person' },
    ...{ ruledBy: person, ruledAt: at.toISOString(), note },
  }
}

/** Whether a pair stands in a list, by how it stands now. */
export function belongs(pair: Standing, show: PairView): boolean {
  if (show === 'search') return true
  return show === 'settled'
    ? pair.by === 'person'
    : pair.by !== 'person' && pair.verdict === 'unsure'
}

/**
 * The list as it is by what was said since the server gave it. What was taken back and is on the page no more stands at
 * its head.
 */
export function listPairs(
  given: readonly ShownPair[],
  {
    show,
    said,
    acted,
  }: {
    show: PairView
    said: ReadonlyMap<string, Standing>
    /** Every pair of which something was said. */
    acted: readonly ShownPair[]
  },
): ShownPair[] {
  const isGiven = new Set(given.map(({ pair }) => pair))
  const returned = show === 'unsure' ? acted.filter(({ pair }) => !isGiven.has(pair)) : []
  return [...returned, ...given]
    .map((pair) => ({ ...pair, ...said.get(pair.pair) }))
    .filter((pair) => belongs(pair, show))
}

/** Which pair is lit when this one was answered: the one after it, or at the end the one before. */
export function findNext(list: readonly { pair: string }[], pair: string): string | null {
  const at = list.findIndex((each) => each.pair === pair)
  return (list[at + 1] ?? list[at - 1])?.pair ?? null
}
