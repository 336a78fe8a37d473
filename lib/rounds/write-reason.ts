import { formatCount } from '@/lib/platform/format'
import type { Candidate, Selected } from './candidate'

/** Of an answer in a reason. */
export const longestAnswer = 40
/** Under it a wrong answer is not called convincing, however its fellows do. */
const convincingFrom = 0.5

/**
 * Why a solution is in a round, in words: "score 0.87, answer 12 for 14, 2nd most convincing of 9 wrong of this problem".
 * Answers are source text, cut at 40 characters.
 */
export function writeReason(
  selected: Selected,
  { answer, truth }: { answer: string | null; truth: string | null },
): string {
  const { candidate, slice, of } = selected
  const { score, minimum, lowestStep } = candidate
  const parts = {
    score: score === null ? null : `score ${writeScore(score)}`,
    answer: describeAnswer(selected, answer, truth),
  }
  switch (slice) {
    case 'convincing-wrong':
      return join(parts.score, parts.answer, describeRank(selected))
    case 'paper-80-20':
      return join(parts.score, parts.answer, describePlace(selected))
    case 'right-answer-weak-process': {
      const at = lowestStep === null ? '' : ` at step ${lowestStep + 1}`
      return join(
        'right answer',
        minimum === null ? null : `lowest step ${writeScore(minimum)}${at}`,
      )
    }
    case 'uncertain':
      return join(describeUnsure(candidate), parts.score, parts.answer)
    case 'random':
      return `drawn at random from ${formatCount(of)} open ${of === 1 ? 'solution' : 'solutions'}`
  }
}

/** By its measure: the two go by different scales, in nats both. */
function describeUnsure({ disagreement, unsureBy }: Candidate): string | null {
  if (disagreement === null) return null
  const value = disagreement < 0.1 ? Number(disagreement.toPrecision(1)) : disagreement.toFixed(2)
  return unsureBy === 'entropy' ? `entropy ${value}` : `members part by ${value}`
}

function describeAnswer(
  { candidate }: Selected,
  answer: string | null,
  truth: string | null,
): string {
  switch (candidate.verdict) {
    case 'correct':
      return 'right answer'
    case 'wrong':
      return answer === null || truth === null
        ? 'wrong answer'
        : `answer ${cutAnswer(answer)} for ${cutAnswer(truth)}`
    case 'unsure':
      return answer === null ? 'no answer found' : 'answer unsure'
  }
}

function describeRank({ candidate, rank, of }: Selected): string {
  if (of === 1) return 'the only wrong one of this problem'
  const isConvincing = candidate.score !== null && candidate.score >= convincingFrom
  const superlative = isConvincing ? 'most convincing' : 'highest score'
  const place = rank === 1 ? superlative : `${writeOrdinal(rank)} ${superlative}`
  return `${place} of ${formatCount(of)} wrong of this problem`
}

/** Its place says nothing of how convincing it is: the first of the rest stands behind every wrong one that is taken. */
const describePlace = ({ rank, of }: Selected) =>
  of === 1
    ? 'the only one of this problem'
    : `${writeOrdinal(rank)} of ${formatCount(of)} of this problem by 80 to 20`

/** Two digits tell apart what is neither near 0 nor large. */
const writeScore = (score: number) =>
  score !== 0 && Math.abs(score) < 0.01 ? score.toExponential(1) : score.toFixed(2)

/** By characters, so that none is cut in half. */
export function cutAnswer(text: string): string {
  const start = [...text.slice(0, 2 * longestAnswer + 2)]
  return start.length > longestAnswer
    ? `${start
        .slice(0, longestAnswer - 1)
        .join('')
        .trimEnd()}…`
    : text
}

const join = (...parts: (string | null)[]) => parts.filter((part) => part !== null).join(', ')

const endings = new Map([
  ['one', 'st'],
  ['two', 'nd'],
  ['few', 'rd'],
])
const ordinals = new Intl.PluralRules('en', { type: 'ordinal' })

const writeOrdinal = (n: number) => `${n}${endings.get(ordinals.select(n)) ?? 'th'}`
