import { cleanAnswer } from './clean-answer'

/** The option that an answer names, of a multiple choice. */
export interface Choice {
  letter: string
  /** What it says besides: the option's own text. */
  rest: string
  /** It cannot be anything but a choice: `(C)`, `C)`. */
  isPlain: boolean
}

const forms: readonly RegExp[] = [
  /^\(([A-Z])\)\s*[:.]?\s*(.*)$/s,
  /^\[([A-Z])\]\s*[:.]?\s*(.*)$/s,
  /^([A-Z])\)\s*(.*)$/s,
  /^([A-Z])[.:]\s+(.+)$/s,
  /^(?:option|choice|answer)\s*:?\s*\(?([A-Za-z])\)?\s*[:.)]?\s*()$/is,
]

/** `12 (B)`: the value first. */
const behind = /^(.*\d.*?)(?:\s|\\q?quad|~|\\text\s*\{\s*)+\(([A-H])\)\s*\}?$/s
/** No text of an option begins so: several are named, or something is said of one. */
const goesOn = /^(?:and|or|nor|&|;|is|are|isn't|isnt|was|not|cannot|can't|only if)(?![a-z])/i

export function readChoice(text: string): Choice | null {
  const plain = cleanAnswer(
    text
      .replace(
        /\\(?:text(?:bf|it|rm|normal)?|mathrm|mathbf)\s*\{\s*(\(?[A-Za-z]\)?[.:]?)\s*\}/g,
        ' $1 ',
      )
      .replace(/~|\\[ ,;]/g, ' '),
  )
  if (/^[A-Z]$/.test(plain)) return { letter: plain, rest: '', isPlain: false }
  const last = behind.exec(plain.length < 200 ? plain : '')
  if (last) return { letter: last[2]!, rest: last[1]!.trim(), isPlain: true }
  for (const form of forms) {
    const match = form.exec(plain)
    if (!match) continue
    const rest = (match[2] ?? '').trim()
    // (A)(B) and A) + B are formulas.
    if (/^[-+*/^_=(<>,]/.test(rest) || goesOn.test(rest)) return null
    return { letter: match[1]!.toUpperCase(), rest, isPlain: true }
  }
  return null
}
