import { readChoiceAnswer } from '@/lib/grading/choice-answer'
import { cleanAnswer, maxAnswerLength } from '@/lib/grading/clean-answer'

/**
 * For each sample of a problem, the share of its answered samples that have the same answer, in (0, 1]; null without an
 * answer. Answers are the same if they differ only in notation. They are not evaluated: 1/2 and 0.5 differ.
 */
export function computeVoteShares(answers: readonly (string | null)[]): (number | null)[] {
  const keys = answers.map(makeAnswerVoteKey)
  const votes = new Map<string, number>()
  let answerCount = 0
  for (const key of keys) {
    if (key === null) continue
    answerCount += 1
    votes.set(key, (votes.get(key) ?? 0) + 1)
  }
  return keys.map((key) => (key === null ? null : (votes.get(key) ?? 0) / answerCount))
}

/** A key that is equal for answers that `computeVoteShares` considers the same; null without an answer. */
export function makeAnswerVoteKey(answer: string | null): string | null {
  if (answer === null) return null
  const text = (answer.length > maxAnswerLength ? answer : cleanAnswer(answer))
    .replace(/(?<!\d)\s+|\s+(?!\d)/g, '')
    .replace(/\\[dt]frac/g, '\\frac')
  if (text === '') return null
  const choice = answer.length > maxAnswerLength ? null : readChoiceAnswer(answer)
  if (choice) return `choice ${choice.letter}`
  const number = /^[-+]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?$/.test(text)
    ? writeNumber(text.replaceAll(',', ''))
    : null
  // Words may start with a capital. In formulas and choices, case matters.
  return number ?? (/^\p{L}{3,}$/u.test(text) ? text.toLowerCase() : text)
}

/** A number without redundant zeros and signs: `+07.50` is `7.5`. */
function writeNumber(digits: string): string {
  const [, sign, integerDigits, decimals] = /^([-+]?)0*(\d+?)(?:\.(\d*?)0*)?$/.exec(digits) ?? []
  const value = `${integerDigits ?? '0'}${decimals ? `.${decimals}` : ''}`
  return sign === '-' && value !== '0' ? `-${value}` : value
}
