import type { TypesetText } from './typeset'
import { typesetText } from './typeset-text'

/** Answers are mostly written without delimiters: what looks like TeX is set as a formula. */
export function typesetAnswer(answer: string): TypesetText {
  const isFormula = /[\\^_{}]/.test(answer) && !/[$]|\\[([]/.test(answer)
  return typesetText(isFormula ? `$${answer}$` : answer)
}
