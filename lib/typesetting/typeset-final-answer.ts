import type { TypesetText } from './typeset'
import { isTooLongToTypeset, pageTypesetBudget, type TypesetBudget } from './typeset-limits'
import { makePlainTypesetText, typesetText } from './typeset-text'

/**
 * Answers are mostly written without delimiters: typesets what looks like TeX as a formula, and
 * words next to it as text.
 */
export function typesetFinalAnswer(
  answer: string,
  budget: TypesetBudget = { ...pageTypesetBudget },
): TypesetText {
  if (isTooLongToTypeset(answer)) return makePlainTypesetText(answer, 'long')
  if (!looksLikeTex(answer) || /[$]|\\[([]/.test(answer)) return typesetText(answer, budget)
  if (!hasWords(answer)) return typesetText(`$${answer}$`, budget)
  const parts = answer.split(/(\s+)/)
  if (parts.some((part) => !isBalanced(part))) return typesetText(answer, budget)
  return typesetText(
    parts.map((part) => (looksLikeTex(part) ? `$${part}$` : part)).join(''),
    budget,
  )
}

const looksLikeTex = (text: string) => /[\\^_{}]/.test(text)

/** Whether there are words outside of commands: in a formula their letters would run together. */
function hasWords(answer: string): boolean {
  const textWithoutCommands = answer.replaceAll(/\\[a-zA-Z]+\s*\{[^{}]*\}|\\[a-zA-Z]+/g, '#')
  return /(?<![a-zA-Z])[a-zA-Z]{2,}\s+[a-zA-Z]{2,}|(?<![a-zA-Z])[a-zA-Z]{4,}/.test(
    textWithoutCommands,
  )
}

const isBalanced = (text: string) => text.split('{').length === text.split('}').length
