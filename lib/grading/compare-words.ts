import { numbersInWords } from './words'
import { different, type Finding, open, policy, same } from './verdict'

/** Different words for one answer. */
const synonyms: readonly (readonly string[])[] = [
  [
    'no solution',
    'no solutions',
    'none',
    'no real solution',
    'no real solutions',
    'empty set',
    'emptyset',
    'varnothing',
    'there is no solution',
    'there are no solutions',
    'no answer',
    'impossible',
    'does not exist',
    'dne',
    'nonexistent',
  ],
  [
    'all real numbers',
    'all reals',
    'mathbb r',
    'mathbbr',
    'real numbers',
    'r',
    'every real number',
    'infty infty',
  ],
  ['yes', 'true', 'correct'],
  ['no', 'false', 'incorrect'],
  [
    'infinitely many',
    'infinite',
    'infinity',
    'infinitely many solutions',
    'infinite number of solutions',
    'infty',
    'infinite solutions',
  ],
  ['undefined', 'not defined', 'does not exist', 'dne'],
  ['monday', 'mon'],
  ['tuesday', 'tue', 'tues'],
  ['wednesday', 'wed'],
  ['thursday', 'thu', 'thurs'],
  ['friday', 'fri'],
  ['saturday', 'sat'],
  ['sunday', 'sun'],
]

/** Words that say nothing by themselves. */
const fillers = new Set('the a an is are was were it its of to be that answer'.split(' '))

/** Letters and digits of an answer in words, and nothing of how they were set. */
export function normaliseWords(text: string): string {
  return text
    .replace(/\\(?:text(?:bf|it|rm|normal)?|mathrm|mathbf|mbox|operatorname)\b/g, ' ')
    .replace(/\\[a-zA-Z]+/g, (command) => ` ${command.slice(1)} `)
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}.+/-]+/gu, ' ')
    .replace(/[.-](?!\d)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}

/** A number that is written as a word. */
export const readNumberWord = (words: string): readonly [number, number] | null =>
  numbersInWords.get(words) ?? null

/** Two answers in words. They are the same only where the words are; what has other words may still mean the same. */
export function compareWords(a: string, b: string): Finding {
  const [x, y] = [normaliseWords(a), normaliseWords(b)]
  if (!/\p{L}/u.test(x) || !/\p{L}/u.test(y)) return open('The answer was not understood.')
  if (x === y) return same('Both are the same words.')
  if (synonyms.some((group) => group.includes(x) && group.includes(y)))
    return policy('Different words that can mean the same.')
  const [wordsX, wordsY] = [listWords(x), listWords(y)]
  if (wordsX.join(' ') === wordsY.join(' ')) return same('Both are the same words.')
  const shared = wordsX.filter((word) => wordsY.some((other) => isAlike(word, other)))
  if (shared.length > 0) return policy('The words are the same in part.')
  // Numbers in words: two sentences that state different numbers need a reader.
  if (/\d/.test(x) || /\d/.test(y)) return open('The answer is in words that were not understood.')
  const isShort = wordsX.length <= 3 && wordsY.length <= 3
  return isShort
    ? different('The words differ.')
    : open('The answer is in words that were not understood.')
}

const listWords = (text: string) => text.split(' ').filter((word) => !fillers.has(word))

/** One begins with the other: `day` and `days`, `Mon` and `Monday`. */
const isAlike = (a: string, b: string) =>
  a === b || (Math.min(a.length, b.length) >= 3 && (a.startsWith(b) || b.startsWith(a)))

/** Words beside mathematics: different where the words are no number and no known name of a set. */
export function compareWordsWithMathematics(words: string): Finding {
  const text = normaliseWords(words)
  const isKnown = synonyms.some((group) => group.includes(text))
  const isPlain = /^[a-z]+(?: [a-z]+){0,4}$/.test(text) && !isKnown
  const hasNumber = text.split(' ').some((word) => numbersInWords.has(word))
  return isPlain && !hasNumber
    ? different('One is words, the other is not.')
    : open('One is in words that were not understood.')
}
