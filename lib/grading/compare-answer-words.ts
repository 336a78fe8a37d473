import { sortLetters } from './letter-order'
import { readNumberWords } from './number-words'
import {
  makeDifferentFinding,
  type Finding,
  makeUndecidedFinding,
  makePolicyFinding,
  makeSameFinding,
} from './verdict'

/** Phrases with the same meaning in any answer. */
const equalPhrases: readonly (readonly string[])[] = [
  [
    ...[
      'no solution',
      'no solutions',
      'no real solution',
      'no real solutions',
      'none',
      'no value',
      'no values',
    ],
    ...[
      'there is no solution',
      'there are no solutions',
      'there are no real solutions',
      'no real roots',
    ],
    ...[
      'empty set',
      'the empty set',
      'emptyset',
      'varnothing',
      'no such value',
      'no real values',
      'no real number',
    ],
  ],
  [
    ...[
      'all real numbers',
      'all reals',
      'mathbb r',
      'mathbbr',
      'real numbers',
      'every real number',
      'infty infty',
    ],
    ...['any real number', 'the set of all real numbers', 'the real numbers', 'all real values'],
  ],
  [
    ...[
      'infinitely many',
      'infinitely many solutions',
      'infinite number of solutions',
      'infinite solutions',
    ],
    ...['an infinite number', 'there are infinitely many solutions', 'infinite number'],
  ],
  ['diverges', 'divergent', 'it diverges', 'the series diverges'],
  ['does not exist', 'dne', 'nonexistent', 'the limit does not exist'],
  ['undefined', 'not defined'],
  ['monday', 'mon'],
  ['tuesday', 'tue', 'tues'],
  ['wednesday', 'wed'],
  ['thursday', 'thu', 'thurs'],
  ['friday', 'fri'],
  ['saturday', 'sat'],
  ['sunday', 'sun'],
]

/** Phrases that have the same meaning as answers to some questions. */
const similarPhrases: readonly (readonly string[])[] = [
  [
    ...equalPhrases[0]!,
    'no answer',
    'impossible',
    'does not exist',
    'dne',
    'nonexistent',
    'nothing',
  ],
  [...equalPhrases[1]!, 'r'],
  ['yes', 'true', 'correct'],
  ['no', 'false', 'incorrect'],
  [
    ...equalPhrases[2]!,
    'infinite',
    'infinity',
    'infty',
    'diverges',
    'divergent',
    'it diverges',
    'unbounded',
    'no bound',
  ],
  ['undefined', 'not defined', 'does not exist', 'dne'],
]

/** Words without meaning of their own. */
const fillers = new Set('the a an is are was were it its of to be that answer'.split(' '))

/** Returns the letters and digits of an answer in words, without formatting. */
export function normaliseAnswerWords(text: string): string {
  return text
    .replace(/\\(?:text(?:bf|it|rm|normal)?|mathrm|mathbf|mbox|operatorname)\b/g, ' ')
    .replace(/\\[a-zA-Z]+/g, (command) => ` ${command.slice(1)} `)
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}.+/-]+/gu, ' ')
    .replace(/[.-](?!\d)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}

/** Compares two answers in words. Only the same words, known phrases and negations are equal. */
export function compareAnswerWords(a: string, b: string): Finding {
  const [x, y] = [normaliseAnswerWords(a), normaliseAnswerWords(b)]
  if (!/\p{L}/u.test(x) || !/\p{L}/u.test(y))
    return makeUndecidedFinding('The answer could not be read.')
  if (x === y) return makeSameFinding('Both have the same words.')
  const isIn = (groups: typeof equalPhrases) =>
    groups.some((group) => group.includes(x) && group.includes(y))
  if (isIn(equalPhrases)) return makeSameFinding('Both have the same meaning in words.')
  if (isIn(similarPhrases)) return makePolicyFinding('Different words that can mean the same.')
  const negationFinding = compareNegated(x, y)
  if (negationFinding) return negationFinding
  const [wordsX, wordsY] = [listWords(x), listWords(y)]
  if (wordsX.join(' ') === wordsY.join(' ')) return makeSameFinding('Both have the same words.')
  if (sortLetters(x) === sortLetters(y) && /^[A-Z]{4,}$/.test(a.trim()))
    return makePolicyFinding('The same letters in another order, which can matter.')
  const sharedWords = wordsX.filter((word) =>
    wordsY.some((candidate) => isSimilar(word, candidate)),
  )
  if (sharedWords.length > 0) return makePolicyFinding('Some of the words are the same.')
  // Sentences that state different numbers can't be judged by their words.
  if (/\d/.test(x) || /\d/.test(y))
    return makeUndecidedFinding('The answer has words that could not be read.')
  const isShort = wordsX.length <= 3 && wordsY.length <= 3
  return isShort
    ? makeDifferentFinding('The words differ.')
    : makeUndecidedFinding('The answer has words that could not be read.')
}

const negations = /^(?:not|non|never|isnt|arent|doesnt|cannot|cant|wont|neither)$/

/** Compares `not prime` with `prime`, `impossible` with `not possible`. Null if neither can be the negation of the other. */
function compareNegated(x: string, y: string): Finding | null {
  const [a, b] = [x, y].map((text) => listWords(text.replaceAll('-', ' '))) as [string[], string[]]
  const [isNegatedX, isNegatedY] = [a, b].map((tokens) =>
    tokens.some((word) => negations.test(word)),
  )
  const [restX, restY] = [a, b].map((tokens) => tokens.filter((word) => !negations.test(word)))
  if (isNegatedX === isNegatedY)
    return isNegatedByPrefix(a, b)
      ? makeDifferentFinding('One answer is the negation of the other.')
      : null
  const [plain, negatedWords] = isNegatedX ? [b, restX!] : [a, restY!]
  if (plain.join(' ') === negatedWords.join(' ') && negatedWords.length > 0)
    return makeDifferentFinding('One answer is the negation of the other.')
  return isNegatedByPrefix(plain, negatedWords)
    ? makeSameFinding('Both are the same negation.')
    : makePolicyFinding('One answer is a negation, perhaps of the other.')
}

/** Whether the words differ by a negating prefix: `impossible` and `possible`. */
function isNegatedByPrefix(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false
  const differences = a.map((word, i) => [word, b[i]!] as const).filter(([p, q]) => p !== q)
  return (
    differences.length === 1 &&
    differences.every(([p, q]) => {
      const [short, long] = p.length < q.length ? [p, q] : [q, p]
      return (
        short.length > 3 &&
        /^(?:un|im|in|ir|il|non|dis)$/.test(long.slice(0, -short.length)) &&
        long.endsWith(short)
      )
    })
  )
}

const listWords = (text: string) => text.split(' ').filter((word) => !fillers.has(word))

/** Whether one word starts with the other: `day` and `days`, `Mon` and `Monday`. */
const isSimilar = (a: string, b: string) =>
  a === b || (Math.min(a.length, b.length) >= 3 && (a.startsWith(b) || b.startsWith(a)))

/** Compares words with a formula: different unless the words can be a number or a known set. */
export function compareWordsWithFormula(source: string): Finding {
  const text = normaliseAnswerWords(source)
  const isKnown = [...equalPhrases, ...similarPhrases].some((group) => group.includes(text))
  const isPlain = /^[a-z]+(?: [a-z]+){0,4}$/.test(text) && !isKnown
  const hasNumber = text
    .split(' ')
    .some((word) => readNumberWords(word) !== null || readNumberWords(`one ${word}`) !== null)
  // Negations and choices can refer to a value.
  const isOfOptions =
    /\b(?:or|and|not|never|wrong|either|neither|once|twice|thrice|both|couple|pair|single|few|several)\b|\b[b-hj-z]\b/.test(
      text,
    )
  return isPlain && !hasNumber && !isOfOptions
    ? makeDifferentFinding('One answer is text, the other is not.')
    : makeUndecidedFinding('One answer has words that could not be read.')
}
