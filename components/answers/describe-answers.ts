import type { Verdict } from '@/lib/grading/verdict'
import { capitalise, formatCount, formatInstant, formatQuantity } from '@/lib/platform/format'
import type {
  AnswerPairList,
  AnswerPair,
  TypesetAnswerPair,
  UndecidedAnswerCounts,
  VerdictDetails,
  VerdictSubject,
  UnansweredSolutionList,
} from './answers'
import type { SavedVerdict } from './send-verdict'
import { hasMixedVerdicts, type VerdictInput } from './verdict-details'

/** Longer answers are shortened in sentences. */
const maxQuotedCharacters = 40
const shownIdCharacters = 6

/** Counts by verdict, in one line. */
export function describeVerdictCounts({
  correct,
  wrong,
  unsure,
  decided,
}: AnswerPairList['counts']): string {
  const total = correct + wrong + unsure
  if (total === 0) return 'No solutions yet.'
  const parts = [
    formatQuantity(total, 'solution'),
    `${formatCount(correct)} correct`,
    `${formatCount(wrong)} wrong`,
    `${formatCount(unsure)} unsure`,
    `${formatCount(decided)} decided by people`,
  ]
  return parts.join(' · ')
}

/** The unsure solutions by cause. Empty if none is unsure. Several can have the same answer, which is decided once. */
export function describeUnsureVerdicts({
  unsure,
  decidedUnsure,
  noAnswer,
  noReferenceAnswer,
}: AnswerPairList['counts']): string {
  const undecidedInPairs = unsure - decidedUnsure - noAnswer - noReferenceAnswer
  const parts = [
    undecidedInPairs > 0 && `${formatCount(undecidedInPairs)} with an answer to decide`,
    noAnswer > 0 && `${formatCount(noAnswer)} without a final answer`,
    noReferenceAnswer > 0 && `${formatCount(noReferenceAnswer)} without a reference answer`,
    decidedUnsure > 0 && `${formatCount(decidedUnsure)} left unsure by people`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? '' : `Unsure solutions: ${parts.join(' · ')}`
}

/** `12 answers to decide · 1 solution without a final answer`; null if there are neither. */
export function describeUndecidedAnswers({
  pairs,
  noAnswer,
}: UndecidedAnswerCounts): string | null {
  const parts = [
    pairs > 0 && formatQuantity(pairs, 'answer to decide', 'answers to decide'),
    noAnswer > 0 &&
      formatQuantity(
        noAnswer,
        'solution without a final answer',
        'solutions without a final answer',
      ),
  ].filter((part) => part !== false)
  return parts.length === 0 ? null : parts.join(' · ')
}

/** `12 solutions of 3 problems`. */
export function describePairSize({
  solutions,
  problems,
}: Pick<AnswerPair, 'solutions' | 'problems'>): string {
  return `${formatQuantity(solutions, 'solution')} of ${formatQuantity(problems, 'problem')}`
}

/** Which solutions a verdict on the pair applies to. */
export function describeVerdictScope(pair: Pick<AnswerPair, 'solutions' | 'problems'>): string {
  return pair.solutions === 1
    ? 'Your verdict applies to this solution, and to later solutions with the same answer and reference answer.'
    : `Your verdict applies to all ${describePairSize(pair)}, except solutions that were decided one by one.`
}

/** A verdict, with the person and time if a person gave it. */
export function describeVerdict({ verdict, by, decidedBy, decidedAt }: VerdictDetails): string {
  if (by !== 'person') return verdict
  const timeText = decidedAt === null ? '' : `, ${formatInstant(decidedAt)} UTC`
  return `${verdict}, by ${decidedBy ?? 'a person'}${timeText}`
}

/** The verdicts of a pair's solutions; null if they are all the same. */
export function describeMixedVerdicts(pair: Pick<TypesetAnswerPair, 'verdicts'>): string | null {
  if (!hasMixedVerdicts(pair)) return null
  const { correct, wrong, unsure } = pair.verdicts
  const parts = [
    wrong > 0 && `${formatCount(wrong)} wrong`,
    unsure > 0 && `${formatCount(unsure)} unsure`,
    correct > 0 && `${formatCount(correct)} correct`,
  ].filter((part) => part !== false)
  return `Mixed verdicts: ${parts.join(', ')}.`
}

/** What the server saved. */
export function describeSavedVerdict(
  { kind, name }: Pick<VerdictSubject, 'kind' | 'name'>,
  input: VerdictInput,
  { status, changed }: SavedVerdict,
): string {
  if (kind === 'solution')
    return input === null
      ? `Withdrawn. ${capitalise(name)} has ${nameSource(status)} verdict again: ${status.verdict}.`
      : `Saved: ${name} is ${status.verdict}.`
  const changes = `${formatQuantity(changed ?? 0, 'verdict')} changed.`
  if (input === null)
    return `Withdrawn. It has ${nameSource(status)} verdict again: ${status.verdict}. ${changes}`
  if (status.verdict === 'unsure') return `Left unsure and listed under Decided. ${changes}`
  return `Marked as ${status.verdict}. ${changes}`
}

const nameSource = ({ by }: VerdictDetails) =>
  ({ grader: 'the grader’s', file: 'the imported', person: 'its answer pair’s' })[by]

/** @param earlierErrors consecutive errors before this one */
export function describeVerdictSaveError(
  { name }: Pick<VerdictSubject, 'name'>,
  reason: string,
  earlierErrors: number,
): string {
  const earlierText =
    earlierErrors === 0
      ? ''
      : ` ${formatQuantity(earlierErrors, 'verdict before it was', 'verdicts before it were')} not saved either.`
  return `Not saved: ${name}. ${reason}${earlierText}`
}

export function quoteAnswer(answer: string): string {
  const line = answer.replaceAll(/\s+/g, ' ').trim()
  return line.length > maxQuotedCharacters
    ? `“${line.slice(0, maxQuotedCharacters)}…”`
    : `“${line}”`
}

/** `solution gsm/7`: the external id of a solution, or else the end of its id, which is enough within a list. */
export const getSolutionName = ({
  externalId,
  solution,
}: {
  externalId: string | null
  solution: string
}): string =>
  externalId === null
    ? `solution …${solution.slice(-shownIdCharacters)}`
    : `solution ${quoteAnswer(externalId).slice(1, -1)}`

/** The verdict that a looser reading of the last step suggests. */
export function describeSuggestedVerdict({
  suggestion,
}: Pick<UnansweredSolutionList['solutions'][number], 'suggestion'>): string {
  return suggestion === null
    ? 'No value found in the last step.'
    : `Suggested verdict: ${suggestion.verdict}. ${suggestion.reason}`
}

/** What a screen reader announces when a row becomes current. */
export function describeCurrentAnswerRow({ name, verdict, reason }: VerdictSubject): string {
  return `${name}, ${verdict}: ${reason}`
}

export const verdictNames = {
  wrong: 'Wrong',
  unsure: 'Unsure',
  correct: 'Correct',
} as const satisfies Record<Verdict, string>

/** What a verdict says about a pair of answers, or about a solution without a final answer. */
export const verdictMeanings = {
  pair: {
    wrong: 'the answers differ',
    unsure: 'it can’t be decided',
    correct: 'the answers are the same',
  },
  solution: {
    wrong: 'it doesn’t reach the reference answer',
    unsure: 'it can’t be decided',
    correct: 'it reaches the reference answer',
  },
} as const satisfies Record<VerdictSubject['kind'], Record<Verdict, string>>
