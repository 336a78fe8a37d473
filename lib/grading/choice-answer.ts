import { cleanAnswer } from './clean-answer'

/** The option that a multiple-choice answer names. */
export interface ChoiceAnswer {
  letter: string
  /** The rest of the answer: the text of the option. */
  rest: string
  /** True for `(C)` or `C. text`, which can only be a choice. False for a letter alone, which can be a variable. */
  isCertain: boolean
}

const choicePatterns: readonly RegExp[] = [
  /^\(([A-Z])\)\s*[:.]?\s*(.*)$/s,
  /^\[([A-Z])\]\s*[:.]?\s*(.*)$/s,
  /^([A-Z])\)\s*(.*)$/s,
  /^([A-Z])[.:]\s+(.+)$/s,
  /^(?:option|choice|answer)\s*:?\s*\(?([A-Za-z])\)?\s*[:.)]?\s*()$/is,
]

/** `12 (B)`: the value comes first. */
const trailingChoice = /^(.*\d.*?)(?:\s|\\q?quad|~|\\text\s*\{\s*)+\(([A-H])\)\s*\}?$/s
/** What follows the letter if the answer names several options or makes a statement about one. */
const continuation = /^(?:and|or|nor|&|;|is|are|isn't|isnt|was|not|cannot|can't|only if)(?![a-z])/i

export function readChoiceAnswer(text: string): ChoiceAnswer | null {
  const cleanedAnswer = cleanAnswer(
    text
      .replace(
        /\\(?:text(?:bf|it|rm|normal)?|mathrm|mathbf)\s*\{\s*(\(?[A-Za-z]\)?[.:]?)\s*\}/g,
        ' $1 ',
      )
      .replace(/~|\\[ ,;]/g, ' '),
  )
  if (/^[A-Z]$/.test(cleanedAnswer)) return { letter: cleanedAnswer, rest: '', isCertain: false }
  const trailingMatch = trailingChoice.exec(cleanedAnswer.length < 200 ? cleanedAnswer : '')
  if (trailingMatch)
    return { letter: trailingMatch[2]!, rest: trailingMatch[1]!.trim(), isCertain: true }
  for (const form of choicePatterns) {
    const match = form.exec(cleanedAnswer)
    if (!match) continue
    const value = (match[2] ?? '').trim()
    // (A)(B) and A) + B are formulas.
    if (/^[-+*/^_=(<>,]/.test(value) || continuation.test(value)) return null
    return { letter: match[1]!.toUpperCase(), rest: value, isCertain: true }
  }
  return null
}
