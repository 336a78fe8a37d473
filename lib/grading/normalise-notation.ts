import { normaliseIntegerConditions } from './integer-conditions'

/** Rewrites numbers and signs in the notation of the parser. Takes linear time. */
export function normaliseNotation(text: string): string {
  if (/^-?\d+$/.test(text)) return text
  let answer = normaliseIntegerConditions(text)
  if (/\.\.\.|\\(?:c|l)?dots/.test(answer)) answer = normaliseDots(answer)
  if (/\d/.test(answer)) answer = repeatDecimals(joinDigits(answer))
  if (/[\^\\]/.test(answer)) answer = normaliseDegrees(answer)
  return normaliseSigns(answer)
}

const normaliseDots = (text: string) =>
  text
    .replace(/\\(?:[cl]?dots|dots[cbmio])(?![a-zA-Z])/g, '\\ldots ')
    .replace(/\.{3,}/g, '\\ldots ')
    .replace(/\\ldots\s*\.$/, '\\ldots')

/**
 * Joins groups of digits: `10{,}000`, `1.000.000`, `1.000,99`, `1 000 000`. In `3{,}14` the comma is a decimal point.
 */
function joinDigits(text: string): string {
  let answer = text
  if (/\{,\s?\}/.test(answer))
    answer = answer
      .replace(/(?<![\d.])(?!0)\d{1,3}(?:\s?\{,\s?\}\s?\d{3})+(?!\d)/g, dropAll(/\D/g))
      .replace(/(?<=\d)\{,\}(?=\d)/g, '.')
  if (/\d['_]\d{3}/.test(answer))
    answer = answer
      .replace(/(?<![\d.,'])\d{1,3}(?:'\d{3})+(?![\d'])/g, dropAll(/'/g))
      .replace(/(?<![\w.,])\d{1,3}(?:(?:_\d{3}){2,}|_0\d\d)(?!\w)/g, dropAll(/_/g))
  if (/\d \d{3}/.test(answer))
    answer = answer.replace(/(?<![\d./^_] ?)\b\d{1,3}(?: \d{3})+(?![\d/])/g, dropAll(/ /g))
  if (/\d\.\d{3}[.,]\d/.test(answer))
    answer = answer
      .replace(/(?<![\d.,])\d{1,3}(?:\.\d{3})+,\d+(?![\d.,])/g, (group) =>
        group.replaceAll('.', '').replace(',', '.'),
      )
      .replace(/(?<![\d.,])\d{1,3}(?:\.\d{3}){2,}(?![\d.,])/g, dropAll(/\./g))
  return answer
}

const dropAll = (marks: RegExp) => (group: string) => group.replace(marks, '')

/** Rewrites `0.\dot{1}4\dot{2}` and `0.(142)` with `\overline`. */
function repeatDecimals(text: string): string {
  let answer = text
  answer = answer.replace(/(?<!\d)\.(?=\\(?:overline|bar|dot))/g, '0.')
  if (answer.includes('\\dot'))
    answer = answer.replace(
      /(?<=\.\d*)\\dot\s*\{?(\d)\}?(?:(\d*)\\dot\s*\{?(\d)\}?)?/g,
      (_all, first: string, between = '', last = '') => `\\overline{${first}${between}${last}}`,
    )
  // Inside a formula, brackets after a decimal with digits are a factor.
  return answer.replace(
    /(?<=\d\.)\((\d{1,40})\)(?![\d^_(!a-zA-Z])|(?<=^\W*\d+\.\d{1,40})\((\d{1,40})\)(?=\W*$)/g,
    (_all, first?: string, second?: string) => `\\overline{${first ?? second}}`,
  )
}

/** Rewrites `20^o`, `45\degree`, `30^\circ 15'`. */
function normaliseDegrees(text: string): string {
  let answer = text
    .replace(/(?<=[\d)}])\s*\^\s*(?:\{\s*o\s*\}|o(?![a-zA-Z]))/g, '^\\circ ')
    .replace(/(?:\^\s*\{?\s*)?\\degrees?(?![a-zA-Z])\s*\}?/g, '^\\circ ')
  if (answer.includes('circ') && answer.includes("'"))
    answer = answer.replace(
      /(\d+)\s*\^\s*\{?\s*\\circ\s*\}?\s*(\d{1,2}(?:\.\d+)?)\s*'(?!')(?:\s*(\d{1,2}(?:\.\d+)?)\s*(?:''|"))?/g,
      (_all, degrees: string, minutes: string, seconds = '0') =>
        `(${degrees}+${minutes}/60+${seconds}/3600)^\\circ `,
    )
  return answer
}

const currencies: Readonly<Record<string, string>> = {
  usd: 'usd',
  eur: 'euro',
  gbp: 'gbp',
  inr: 'rupee',
  rs: 'rupee',
  jpy: 'yen',
}

function normaliseSigns(text: string): string {
  let answer = text
  if (/\+\s*\/?\s*-/.test(answer))
    answer = answer.replace(/\+\s*\/\s*-/g, '\\pm ').replace(/(?<=^|[=,(]\s*)\+\s*-/g, '\\pm ')
  if (/\d\s*[xX]\s*\d/.test(answer))
    answer = answer.replace(/(?<=\d)(?:\s+[xX]\s+|[xX](?=10\s*\^))(?=\d)/g, ' \\times ')
  if (/^(?:usd|eur|gbp|inr|jpy|rs)\b/i.test(answer))
    answer = answer.replace(
      /^(usd|eur|gbp|inr|jpy|rs)\b\.?\s*(\d[\d.,]*)$/i,
      (_all, code: string, number: string) => `${number} ${currencies[code.toLowerCase()]}`,
    )
  // Only in LaTeX, a root without braces ends after one digit.
  if (answer.includes('sqrt'))
    answer = answer.replace(/(?<!\\)sqrt\s*(\d+(?:\.\d+)?)/g, '\\sqrt{$1}')
  if (/[CP]/.test(answer)) answer = writeCombinationsAsBinomials(answer)
  if (answer.includes('const'))
    answer = answer.replace(/\+\s*(?:\\text\s*\{\s*)?const(?:ant|\.)?\s*\}?$/i, '+ C')
  if (answer.includes('tive \\')) answer = answer.replace(/^negative (?=\\[dt]?frac)/i, '-')
  if (answer.includes('\\'))
    answer = answer
      .replace(/\^\s*(?:\{\s*((?:\\prime\s*)+)\}|\\prime(?![a-zA-Z]))/g, (_all, marks?: string) =>
        "'".repeat(marks?.match(/prime/g)?.length ?? 1),
      )
      .replace(/(?<=\d)\s*\^?\s*\{?\\(?:text|mathrm)\s*\{\s*(st|nd|rd|th)\s*\}\}?$/, '$1')
      .replace(/\\surd(?![a-zA-Z])/g, '\\sqrt ')
      .replace(/\\pounds(?![a-zA-Z])\s*/g, '£')
  if (/\d ?[kK]$/.test(answer)) answer = answer.replace(/^(\\?\$[\d.,]+) ?[kK]$/, '$1 thousand')
  return normaliseBases(answer)
}

const count = String.raw`\{?\s*(\d+|[a-z])\s*\}?`
const selection = new RegExp(
  String.raw`(?<![\w)}\]])(?:\{\s*\})?[_^]${count}\s*(?:\\(?:text|mathrm|rm)\s*\{\s*)?([CP])\}?\s*_\s*${count}`,
  'g',
)

/** Rewrites `{}_5C_2`, `^5C_2`, `C(5, 2)`, `5C2` as `\binom{5}{2}`, and `{}_5P_2` as a quotient of factorials. */
const writeCombinationsAsBinomials = (text: string) =>
  text
    .replace(selection, (_all, n: string, letter: string, k: string) =>
      letter === 'C' ? `\\binom{${n}}{${k}}` : `\\frac{${n}!}{(${n}-${k})!}`,
    )
    .replace(
      /(?<![\w\\])(?:C\((\d{1,4}), ?(\d{1,4})\)|(\d{1,4})C(\d{1,4})(?!\w))/g,
      (all, ...parts) => {
        const [n, k] = parts.slice(0, 4).filter((part) => part !== undefined) as [string, string]
        return Number(k) <= Number(n) ? `\\binom{${n}}{${k}}` : all
      },
    )

const bases: Readonly<Record<string, number>> = { two: 2, three: 3, eight: 8, ten: 10, sixteen: 16 }

/** Rewrites `101 base 2`, `(101)_2`, `101_{\text{two}}`, `0x1A` as `101_{2}`. */
function normaliseBases(text: string): string {
  if (/^0[xX][\dA-Fa-f]+$|^0[bB][01]+$/.test(text))
    return `${text.slice(2)}_{${/^0x/i.test(text) ? 16 : 2}}`
  if (!text.includes('_') && !text.includes('base')) return text
  return text
    .replace(/\b([\dA-Za-z]*\d[\dA-Za-z]*),?\s+(?:in )?base[\s-]+(\w+)$/i, (all, digits, base) =>
      writeWithBase(all, digits as string, base as string),
    )
    .replace(/\(([\dA-Z]*\d[\dA-Z]*)\)(?=_\{?\d)/g, '$1')
    .replace(/\\(?:text|mathrm|texttt)\s*\{\s*([\dA-Fa-f]*\d[\dA-Fa-f]*)\s*\}(?=_)/g, '$1')
    .replace(
      /\b([\dA-F]+)_\{?\s*(?:\\(?:text|mathrm)\s*\{)?\s*(two|three|eight|ten|sixteen)\s*\}{0,2}/g,
      (all, digits, base) => writeWithBase(all, digits as string, base as string),
    )
}

function writeWithBase(all: string, digits: string, name: string): string {
  const base = bases[name.toLowerCase()] ?? (/^\d{1,2}$/.test(name) ? Number(name) : 0)
  return base >= 2 && base <= 36 ? `${digits}_{${base}}` : all
}
