import { readChoice } from '@/lib/grading/choice'
import { cleanAnswer, maxAnswerLength } from '@/lib/grading/clean-answer'

/**
 * For each sample of one problem, the share of the samples with an answer that state the same one, in (0, 1]; null
 * where no answer was found. Answers are the same when they are so but for how they are set: nothing is computed.
 */
export function voteShares(answers: readonly (string | null)[]): (number | null)[] {
  const keys = answers.map(readVote)
  const votes = new Map<string, number>()
  let stated = 0
  for (const key of keys) {
    if (key === null) continue
    stated += 1
    votes.set(key, (votes.get(key) ?? 0) + 1)
  }
  return keys.map((key) => (key === null ? null : (votes.get(key) ?? 0) / stated))
}

/** What equal answers share, as `voteShares` takes them for equal; null where nothing is stated. */
export function readVote(answer: string | null): string | null {
  if (answer === null) return null
  const text = (answer.length > maxAnswerLength ? answer : cleanAnswer(answer))
    .replace(/(?<!\d)\s+|\s+(?!\d)/g, '')
    .replace(/\\[dt]frac/g, '\\frac')
  if (text === '') return null
  const choice = answer.length > maxAnswerLength ? null : readChoice(answer)
  if (choice) return `choice ${choice.letter}`
  const number = /^[-+]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?$/.test(text)
    ? writeNumber(text.replaceAll(',', ''))
    : null
  // Words may begin with a capital; letters of a formula or of a choice are told apart by it.
  return number ?? (/^\p{L}{3,}$/u.test(text) ? text.toLowerCase() : text)
}

/** Digits without zeros or signs that say nothing: `+07.50` is `7.5`. */
function writeNumber(digits: string): string {
  const [, sign, whole, decimals] = /^([-+]?)0*(\d+?)(?:\.(\d*?)0*)?$/.exec(digits) ?? []
  const value = `${whole ?? '0'}${decimals ? `.${decimals}` : ''}`
  return sign === '-' && value !== '0' ? `-${value}` : value
}
