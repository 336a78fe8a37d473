import { normaliseNotation } from './normalise-notation'

/** A longer answer is compared as text, or by the shorter answer that it states. */
export const maxAnswerLength = 4000

/** Variants of a sign, in LaTeX or ASCII, and the form that the parser reads. */
const signs: Readonly<Record<string, string>> = {
  '−': '-',
  '–': '-',
  '—': '-',
  '‐': '-',
  '‑': '-',
  '×': '\\times ',
  '⋅': '\\cdot ',
  '·': '\\cdot ',
  '∙': '\\cdot ',
  '÷': '\\div ',
  '∗': '*',
  '±': '\\pm ',
  '∓': '\\mp ',
  '≤': '\\le ',
  '⩽': '\\le ',
  '≦': '\\le ',
  '≥': '\\ge ',
  '⩾': '\\ge ',
  '≧': '\\ge ',
  '≠': '\\ne ',
  '≈': '\\approx ',
  '√': '\\sqrt ',
  '∛': '\\sqrt[3]',
  '∞': '\\infty ',
  '∪': '\\cup ',
  '∩': '\\cap ',
  '∈': '\\in ',
  '∉': '\\notin ',
  '∅': '\\emptyset ',
  ø: '\\emptyset ',
  Ø: '\\emptyset ',
  '∖': '\\setminus ',
  '→': '\\to ',
  '∠': '\\angle ',
  '°': '^\\circ ',
  º: '^\\circ ',
  '′': "'",
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  π: '\\pi ',
  θ: '\\theta ',
  α: '\\alpha ',
  β: '\\beta ',
  γ: '\\gamma ',
  δ: '\\delta ',
  λ: '\\lambda ',
  μ: '\\mu ',
  σ: '\\sigma ',
  φ: '\\phi ',
  ϕ: '\\phi ',
  ω: '\\omega ',
  ε: '\\epsilon ',
  Δ: '\\Delta ',
  ℝ: '\\mathbb{R}',
  ℤ: '\\mathbb{Z}',
  ℕ: '\\mathbb{N}',
  ℚ: '\\mathbb{Q}',
  ℂ: '\\mathbb{C}',
  '⌊': '\\lfloor ',
  '⌋': '\\rfloor ',
  '⌈': '\\lceil ',
  '⌉': '\\rceil ',
  '⟨': '\\langle ',
  '⟩': '\\rangle ',
  '∣': '|',
  '∑': '\\sum ',
  '…': '\\ldots ',
  '⋯': '\\ldots ',
  '½': '\\frac{1}{2}',
  '⅓': '\\frac{1}{3}',
  '⅔': '\\frac{2}{3}',
  '¼': '\\frac{1}{4}',
  '¾': '\\frac{3}{4}',
  '⅕': '\\frac{1}{5}',
  '⅛': '\\frac{1}{8}',
}

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺ⁿ'
const subscripts = '₀₁₂₃₄₅₆₇₈₉₋₊ₙ'
const plainDigits = '0123456789-+n'

/** Removes formatting from an answer and replaces variants of signs. Takes linear time. */
export function cleanAnswer(text: string): string {
  let answer = text.trim()
  if (/[^ -~]/.test(answer)) answer = replaceSigns(answer)
  if (/[\\~]/.test(answer)) answer = cleanLatex(answer)
  answer = balanceBraces(normaliseNotation(answer))
  for (let i = 0; i < 8; i++) {
    const strippedAnswer = stripLayer(answer)
    if (strippedAnswer === answer) break
    answer = strippedAnswer
  }
  return answer
}

/** Removes an unclosed box, and unopened closing braces at the end. */
function balanceBraces(text: string): string {
  if (!/[{}]/.test(text)) return text
  let depth = 0
  let lowest = 0
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '\\') i++
    else if (text[i] === '{') depth += 1
    else if (text[i] === '}') lowest = Math.min(lowest, --depth)
  }
  if (lowest < 0 && depth === lowest) return text.replace(/\}+$/, (end) => end.slice(-depth))
  return depth > 0 ? text.replace(/^\\f?boxed\s*\{/, '') : text
}

function replaceSigns(text: string): string {
  return (
    restoreEscapes(text)
      // Full-width forms of ASCII.
      .replace(/[！-～]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
      .replace(/[⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺ⁿ]+/g, (run) => `^{${flatten(run, superscripts)}}`)
      .replace(/[₀₁₂₃₄₅₆₇₈₉₋₊ₙ]+/g, (run) => `_{${flatten(run, subscripts)}}`)
      .replace(/√\s*(\d+(?:\.\d+)?)/g, '\\sqrt{$1}')
      .replace(/[^ -~]/g, (sign) => signs[sign] ?? sign)
      .replace(/[\s\u200b-\u200d\u2060\ufeff]+/g, ' ')
      .replace(/\p{Cf}/gu, '')
      .trim()
  )
}

/** Restores backslashes that a program read as escapes: `\frac` became a form feed and `rac`. */
function restoreEscapes(text: string): string {
  return text
    .replace(/\f(?=rac)/g, '\\f')
    .replace(/\t(?=(?:ext|frac|imes|heta|an\b))/g, '\\t')
    .replace(/[\b](?=(?:eta|egin|oxed|inom|mod))/g, '\\b')
    .replace(/\r(?=(?:ight|angle|m\{))/g, '\\r')
    .replace(/\\(?=\\[fbtr][a-z])/g, '')
}

const flatten = (run: string, from: string) =>
  Array.from(run, (sign) => plainDigits[from.indexOf(sign)]).join('')

/** A doubled backslash before one of these commands: the answer was escaped twice. */
const doubledCommand =
  /(?<!\\)\\\\(?=(?:[dt]?frac|sqrt|left|right|text|begin|end|pi|infty|cup|cap|in|le|ge|leq|geq|ne|neq|pm|times|cdot|boxed|circ|sin|cos|tan|log|ln|mathrm|mathbf|angle|theta|alpha|quad)(?![a-z])|[{}()[\]%$])/

function cleanLatex(text: string): string {
  let answer = text
  if (doubledCommand.test(answer) && !/(?<!\\)\\begin/.test(answer))
    answer = answer.replaceAll('\\\\', '\\')
  return (
    answer
      .replace(/\\+$/, '')
      .replace(/\\(?:left|right|[bB]igg?[lrm]?|middle)(?![a-zA-Z])\s*\.?/g, '')
      .replace(
        /\\(?:displaystyle|textstyle|scriptstyle|limits|nolimits|mathstrut|strut|normalsize|large)(?![a-zA-Z])/g,
        ' ',
      )
      .replace(/\{([^{}]*)\\choose(?![a-z])([^{}]*)\}/g, '\\binom{$1}{$2}')
      .replace(/\{([^{}]*)\\over(?![a-z])([^{}]*)\}/g, '\\frac{$1}{$2}')
      .replace(
        /\\[dt]?frac\s*\{\\(?:text|mathrm)\{([^{}]*)\}\}\s*\{\\(?:text|mathrm)\{([^{}]*)\}\}/g,
        '\\text{$1/$2}',
      )
      .replace(
        /\^\s*\{?\s*\\circ\s*\}?\s*(?:\\(?:text|mathrm)\s*\{\s*)?([CF])(?![A-Za-z])\}?/g,
        '\\text{ degrees $1}',
      )
      .replace(/\\[vhm]?phantom\s*\{[^{}]*\}/g, '')
      .replace(/\\(?:tag|label)\s*\{[^{}]*\}/g, '')
      // Thousands: `10,\!000` and `10\,000`.
      .replace(/(?<=[1-9]\d{0,2}),\s*\\!\s*(?=\d{3}(?!\d))/g, '')
      .replace(/(?<=[1-9]\d{0,2})\\!\s*,(?=\d{3}(?!\d))/g, '')
      .replace(/(?<=\d)(?:(?<!\\)\\[,;: ]|~)(?=\d{3}(?!\d))/g, '')
      .replace(
        /(?<!\\)\\(?:[,;:> ]|thinspace|enspace|medspace|hspace\*?\{[^{}]*\})|(?<=\S)~(?=\S)/g,
        ' ',
      )
      .replace(/(?<!\\)\\!/g, '')
      .trim()
  )
}

const wrappers: readonly (readonly [string, string])[] = [
  ['**', '**'],
  ['$$', '$$'],
  ['$', '$'],
  ['\\(', '\\)'],
  ['\\[', '\\]'],
  ['"', '"'],
  ['`', '`'],
]

/** Removes one layer: dollars, a box, `\text{}` around everything, a full stop. */
function stripLayer(text: string): string {
  const answer = text
    .trim()
    .replace(/(?<=[^.\d\s])\s*[.,;:]$/, '')
    .replace(/(?<=\d)\s*[,;:]$/, '')
    .replace(/(?<=\d)\s+\.$/, '')
    .replace(/(?<=\d)\.$/, '')
  for (const [start, end] of wrappers)
    if (answer.length > start.length + end.length && answer.startsWith(start)) {
      const inner = answer.slice(start.length, -end.length)
      if (answer.endsWith(end) && !inner.includes(start)) return inner.trim()
    }
  const box =
    /^\\(?:boxed|fbox|text(?:bf|it|rm|normal)?|mbox|mathrm|mathbf|underline|uline|ensuremath|bf|rm)\s*\{/.exec(
      answer,
    )
  const opening = box ? box[0].length - 1 : answer.startsWith('{') ? 0 : -1
  if (
    opening < 0 ||
    !answer.endsWith('}') ||
    findClosingBrace(answer, opening) !== answer.length - 1
  )
    return answer
  const inner = answer.slice(opening + 1, -1).trim()
  // Plain braces around several values are a set that lost its backslashes.
  if (opening === 0 && !box && /[,;]/.test(inner)) return answer
  // Keep braces around a single letter: \mathbf{i} is a vector.
  return box?.[0].startsWith('\\mathbf') && inner.length === 1 ? answer : inner
}

/** Finds the brace that closes the one at `opening`; -1 if there is none. */
export function findClosingBrace(text: string, opening: number): number {
  let depth = 0
  for (let i = opening; i < text.length; i++) {
    const sign = text[i]
    if (sign === '\\') i++
    else if (sign === '{') depth++
    else if (sign === '}' && --depth === 0) return i
  }
  return -1
}
