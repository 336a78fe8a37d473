import type { Verdict } from '@/lib/grading/verdict'
import { formatCount, formatInstant, formatNoun } from '@/lib/platform/format'
import type { AnswerList, AnswerPair } from './pair'
import type { Standing, Word } from './settling'

/** In a sentence; a longer one is cut. */
const spokenCharacters = 40

/** How many answers are what, as one line. */
export function describeCounts({ correct, wrong, unsure, settled }: AnswerList['counts']): string {
  const all = correct + wrong + unsure
  if (all === 0) return 'There are no solutions yet.'
  const people =
    settled === 0 ? 'no person has spoken yet' : `${formatCount(settled)} of them settled by people`
  return `Of ${formatNoun(all, 'solution')}, ${formatCount(correct)} are correct, ${formatCount(wrong)} wrong, ${formatCount(unsure)} unsure; ${people}.`
}

/** What waits for a person, on the pages that lead to it: `12 pairs of final answers wait`. */
export function describeWaiting({ pairs, pages }: Pick<AnswerList, 'pairs' | 'pages'>): string {
  const count = formatNoun(
    pairs.length,
    'pair of final answers waits',
    'pairs of final answers wait',
  )
  return pages > 1 ? `More than ${count}` : count
}

/**
 * Why more solutions may be unsure than the list of pairs holds; empty where it holds all of them.
 *
 * @param paired unsure solutions in the list; null: it goes on on other pages
 */
export function describeUnpaired(
  { unsure }: Pick<AnswerList['counts'], 'unsure'>,
  paired: number | null,
): string {
  if (unsure === 0) return ''
  const why = 'no final answer or no reference is known, or a person left them unsure'
  if (paired === null) return `Unsure ones stand in the pairs below, unless ${why}.`
  // With no pair the list says so itself.
  if (paired === 0 || paired >= unsure) return ''
  const others = unsure - paired
  return `${formatCount(paired)} of the unsure ${paired === 1 ? 'stands' : 'stand'} in the pairs below; of the other ${others === 1 ? 'one' : formatCount(others)} ${why.replace('left them', others === 1 ? 'left it' : 'left them')}.`
}

/** `12 solutions of 3 problems`. */
export function describeSize({
  solutions,
  problems,
}: Pick<AnswerPair, 'solutions' | 'problems'>): string {
  return `${formatNoun(solutions, 'solution')} of ${formatNoun(problems, 'problem')}`
}

/** How far one key goes. */
export function describeReach(pair: Pick<AnswerPair, 'solutions' | 'problems'>): string {
  return pair.solutions === 1
    ? 'A key settles this solution, and all that come with the same pair.'
    : `A key settles all ${describeSize(pair)}.`
}

/** A verdict, and of a person's whose word it is; that of the grader or the file is told by its reason. */
export function describeVerdict({ verdict, by, ruledBy, ruledAt }: Standing): string {
  if (by !== 'person') return verdict
  const when = ruledAt === null ? '' : `, ${formatInstant(ruledAt)} UTC`
  return `${verdict}, by ${ruledBy ?? 'a person'}${when}`
}

/** Of a pair that was heard by the server. */
export function describeKept(
  { pair, changed }: { pair: AnswerPair; changed: number },
  word: Word,
): string {
  const others =
    changed === 0
      ? 'No verdict changed.'
      : `${formatNoun(changed, 'solution has', 'solutions have')} another verdict now.`
  if (word === null) return `Graded again: ${pair.verdict}. ${others}`
  if (word.verdict === 'unsure') return `Left unsure: it waits for nobody now. ${others}`
  return `Settled as ${word.verdict}. ${others}`
}

export function describeRefused(pair: AnswerPair, why: string): string {
  return `Not settled: ${quoteAnswer(pair.given)} for ${quoteAnswer(pair.truth)} stands as before. ${why}`
}

function quoteAnswer(answer: string): string {
  const line = answer.replaceAll(/\s+/g, ' ').trim()
  return line.length > spokenCharacters ? `“${line.slice(0, spokenCharacters)}…”` : `“${line}”`
}

/** What a screen reader hears of the pair that is lit. */
export function sayLit(pair: AnswerPair): string {
  return `${quoteAnswer(pair.given)} for ${quoteAnswer(pair.truth)}, ${pair.verdict}: ${pair.reason} ${describeSize(pair)}.`
}

export const verdictMeanings = {
  wrong: 'the two differ',
  unsure: 'nobody can tell',
  correct: 'the two are the same',
} as const satisfies Record<Verdict, string>
