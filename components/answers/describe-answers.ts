import type { Verdict } from '@/lib/grading/verdict'
import { formatCount, formatInstant, formatNoun } from '@/lib/platform/format'
import type { AnswerList, AnswerPair, ShownPair, Standing, Subject, UnansweredList } from './pair'
import { isMixed, type Word } from './settling'
import type { Heard } from './send-word'

/** In a sentence; a longer one is cut. */
const spokenCharacters = 40
const idCharacters = 6

/** How many answers are what, as one line. */
export function describeCounts({ correct, wrong, unsure, settled }: AnswerList['counts']): string {
  const all = correct + wrong + unsure
  if (all === 0) return 'There are no solutions yet.'
  const people =
    settled === 0 ? 'no person has spoken yet' : `${formatCount(settled)} of them settled by people`
  return `Of ${formatNoun(all, 'solution')}, ${formatCount(correct)} are correct, ${formatCount(wrong)} wrong, ${formatCount(unsure)} unsure; ${people}.`
}

/** Of the unsure, what waits for a person and where, and what does not wait. Empty where nothing is unsure. */
export function describeUnsure({
  unsure,
  leftUnsure,
  unanswered,
  unreferenced,
}: AnswerList['counts']): string {
  const paired = unsure - leftUnsure - unanswered - unreferenced
  const waiting = [
    paired > 0 && `${formatCount(paired)} in pairs`,
    unanswered > 0 && `${formatCount(unanswered)} without an answer`,
  ].filter((part) => part !== false)
  const resting = [
    unreferenced > 0 &&
      `${formatNoun(unreferenced, 'has', 'have')} no reference answer: nothing to grade against`,
    leftUnsure > 0 && `${formatNoun(leftUnsure, 'was', 'were')} left unsure by a person`,
  ].filter((part) => part !== false)
  const sentences = [
    waiting.length > 0 &&
      `Of the unsure, ${waiting.join(' and ')} ${paired + unanswered === 1 ? 'waits' : 'wait'} for a person.`,
    resting.length > 0 && `${resting.join('; ')}.`,
  ]
  return sentences.filter((sentence) => sentence !== false).join(' ')
}

/**
 * What waits for a person, on the pages that lead to it: `12 pairs of final answers and 1 solution without an answer
 * wait`; null where nothing does.
 */
export function describeWaiting({
  pairs,
  pages,
  counts: { unanswered },
}: Pick<AnswerList, 'pairs' | 'pages' | 'counts'>): string | null {
  const parts = [
    pairs.length > 0 && formatNoun(pairs.length, 'pair of final answers', 'pairs of final answers'),
    unanswered > 0 &&
      formatNoun(unanswered, 'solution without an answer', 'solutions without an answer'),
  ].filter((part) => part !== false)
  if (parts.length === 0) return null
  const count = `${parts.join(' and ')} ${pairs.length + unanswered === 1 ? 'waits' : 'wait'}`
  return pages > 1 ? `More than ${count}` : count
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
    : `A key settles all ${describeSize(pair)}, but those overruled one by one.`
}

/** A verdict, and of a person's whose word it is; that of the grader or the file is told by its reason. */
export function describeVerdict({ verdict, by, ruledBy, ruledAt }: Standing): string {
  if (by !== 'person') return verdict
  const when = ruledAt === null ? '' : `, ${formatInstant(ruledAt)} UTC`
  return `${verdict}, by ${ruledBy ?? 'a person'}${when}`
}

/** How the solutions of a pair part; null where they do not. */
export function describeMixed(pair: Pick<ShownPair, 'verdicts'>): string | null {
  if (!isMixed(pair)) return null
  const { correct, wrong, unsure } = pair.verdicts
  const parts = [
    wrong > 0 && `${formatCount(wrong)} wrong`,
    unsure > 0 && `${formatCount(unsure)} unsure`,
    correct > 0 && `${formatCount(correct)} correct`,
  ].filter((part) => part !== false)
  return `Its solutions part: ${parts.join(', ')}.`
}

/** Of what was heard by the server. */
export function describeHeard(
  { kind, called }: Pick<Subject, 'kind' | 'called'>,
  word: Word,
  { standing, changed }: Heard,
): string {
  if (kind === 'solution') {
    if (word !== null) return `Of ${called} alone you say: ${standing.verdict}.`
    return `Taken back: ${called} is ${standing.verdict}, as ${nameSource(standing)} says.`
  }
  const others =
    changed === 0 || changed === null
      ? 'No verdict changed.'
      : `${formatNoun(changed, 'solution has', 'solutions have')} another verdict now.`
  if (word === null)
    return standing.by === 'grader'
      ? `Graded again: ${standing.verdict}. ${others}`
      : `Taken back: ${standing.verdict}, as ${nameSource(standing)} says. ${others}`
  if (standing.verdict === 'unsure') return `Left unsure: it waits for nobody now. ${others}`
  return `Settled as ${standing.verdict}. ${others}`
}

const nameSource = ({ by }: Standing) =>
  ({ grader: 'the grader', file: 'the file', person: 'the word on its pair' })[by]

/** @param others what was refused just before, after the last that was heard */
export function describeRefused(
  { called }: Pick<Subject, 'called'>,
  why: string,
  others: number,
): string {
  const before = others === 0 ? '' : ` The same of ${formatNoun(others, 'word')} before it.`
  return `Not stored: ${called} is shown as the server told last.${before} ${why}`
}

export function quoteAnswer(answer: string): string {
  const line = answer.replaceAll(/\s+/g, ' ').trim()
  return line.length > spokenCharacters ? `“${line.slice(0, spokenCharacters)}…”` : `“${line}”`
}

/** In a sentence: by the name it came with; else by the end of its id, which tells it from the others of a list. */
export const nameSolution = ({
  externalId,
  solution,
}: {
  externalId: string | null
  solution: string
}): string =>
  externalId === null
    ? `solution …${solution.slice(-idCharacters)}`
    : `solution ${quoteAnswer(externalId).slice(1, -1)}`

/** What a looser reading of a solution suggests. */
export function describeLooks({
  looksLike,
}: Pick<UnansweredList['solutions'][number], 'looksLike'>): string {
  if (looksLike === null) return 'No value stands in its last step.'
  const verdict = looksLike.verdict === 'unsure' ? 'be unsure' : `say ${looksLike.verdict}`
  return `The grader would ${verdict}: ${looksLike.reason}`
}

/** What a screen reader hears of what is lit. */
export function sayLit({ called, verdict, reason }: Subject): string {
  return `${called}, ${verdict}: ${reason}`
}

export const verdictMeanings = {
  wrong: 'the two differ',
  unsure: 'nobody can tell',
  correct: 'the two are the same',
} as const satisfies Record<Verdict, string>
