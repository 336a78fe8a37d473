import { compareAnswers } from './compare-answers'
import { cleanAnswer, longestAnswer } from './clean-answer'
import { type Choice, readChoice } from './choice'
import {
  compareWords,
  compareWordsWithMathematics,
  normaliseWords,
  readNumberWord,
} from './compare-words'
import { isExhausted } from './effort'
import { extractAnswer, extractStatedAnswer } from './extract-answer'
import { parseAnswer, type Parsed, type ReadingOptions, usualReading } from './parse-answer'
import { makeRational } from './rational'
import { Unreadable } from './tokens'
import { collectSymbols, makeNumber, type Node } from './tree'
import { different, type Finding, open, policy, same } from './verdict'

/** An answer as it was read. */
interface Reading {
  /** As it was written. */
  source: string
  /** Cleaned. */
  text: string
  /** Null of words, and of what is not understood. */
  node: Node | null
  choice: Choice | null
  /** `1/2x` or `1,234`: it can be read in more ways than one. */
  isAmbiguous: boolean
}

/** Readings kept: a reference is compared with each of its problem's solutions. */
const mostKept = 500
const kept = new Map<string, Reading>()

/** Whether two answers mean the same. The finding is the same whichever comes first. */
export function compareMeanings(given: string, truth: string): Finding {
  const sameText = 'The answer is the same as the reference.'
  if (squeeze(given) === squeeze(truth)) return same(sameText)
  if (plainWhole.test(given) && plainWhole.test(truth))
    return compareWhole(Number(given), Number(truth))
  const [a, b] = [readAnswer(given), readAnswer(truth)]
  if (!a || !b) return open('The answer is too long to be compared.')
  if (a.text === b.text)
    return same('The answer is the same as the reference, but for how it is set.')
  const finding = compareAllWays(a, b)
  // What was not compared to its end is not known to differ.
  return isExhausted() && finding.is !== 'same'
    ? open('The two are too long to be compared in full.')
    : finding
}

function compareAllWays(a: Reading, b: Reading): Finding {
  const finding = compareReadings(a, b)
  if (finding.is === 'same' || finding.is === 'policy') return finding
  const measures = compareWithUnitLetters(a, b)
  if (measures) return measures
  if ((a.isAmbiguous || b.isAmbiguous) && isSameInAnotherReading(a, b))
    return policy('The two are equal in one of the ways to read them.')
  return finding
}

const plainWhole = /^-?\d{1,15}$/

/** What most answers are, at once. */
const compareWhole = (a: number, b: number): Finding =>
  a === b ? same(`Both are the number ${a}.`) : different(`The numbers differ: ${a} and ${b}.`)

const squeeze = (text: string) => text.replace(/\s+/g, '')

function readAnswer(text: string): Reading | null {
  const known = kept.get(text)
  if (known) return known
  const isStated = text.length > longestAnswer || text.includes('\\boxed')
  const source = (isStated ? extractStatedAnswer(text) : null) ?? text
  if (source.length > longestAnswer) return null
  const reading = readSource(source)
  if (kept.size >= mostKept) kept.clear()
  if (text.length <= longestAnswer) kept.set(text, reading)
  return reading
}

function readSource(source: string): Reading {
  const text = cleanAnswer(source)
  const choice = readChoice(text)
  const number = readNumberWord(normaliseWords(text))
  const node = number ? makeNumber(makeRational(BigInt(number[0]), BigInt(number[1]))!) : null
  const parsed = node ? { node, hasWideSlash: false } : choice?.isPlain ? null : parse(text)
  const isAmbiguous = parsed !== null && (parsed.hasWideSlash || hasLoneComma(text))
  return { source, text, node: parsed?.node ?? null, choice, isAmbiguous }
}

/** `1,234` by itself: a number of thousands, two values, or a decimal. In brackets a comma is a comma. */
const hasLoneComma = (text: string) => /\d,\d/.test(text) && !/[()[\]{}]/.test(text)

function parse(text: string, options?: ReadingOptions): Parsed | null {
  try {
    return parseAnswer(text, options)
  } catch (error) {
    if (error instanceof Unreadable) return null
    throw error
  }
}

function compareReadings(a: Reading, b: Reading): Finding {
  if (a.choice && b.choice) return compareChoices(a.choice, b.choice)
  if (a.choice?.isPlain || b.choice?.isPlain) return compareWithChoice(a, b)
  if (a.node && b.node) return compareNodes(a, b, a.node, b.node)
  const isFormula = [a, b].some(({ node, text }) => !node && !isWordy(text))
  const finding = isFormula
    ? open('A formula was not understood.')
    : a.node || b.node
      ? compareMixed(a, b)
      : compareWords(a.text, b.text)
  if (finding.is === 'same' || finding.is === 'different') return finding
  return isSameInProse(a, b) ? same('The answer ends in the same value as the reference.') : finding
}

/** Letters and signs of a sentence, with no more LaTeX than sets it as text. */
function isWordy(text: string): boolean {
  const plain = text.replace(
    /\\(?:text(?:bf|it|rm|normal)?|mathrm|mathbf|mbox|emph)\s*\{([^{}]*)\}/g,
    ' $1 ',
  )
  return /\p{L}/u.test(plain) && !/[\\^_={}<>|]/.test(plain)
}

/** `cat` and `act` are words, though letters could be multiplied. */
function compareNodes(a: Reading, b: Reading, nodeA: Node, nodeB: Node): Finding {
  const finding = compareAnswers(nodeA, nodeB)
  const isWord = (text: string) => /^[a-z]{3}$/i.test(text)
  if (finding.is === 'same' && isWord(a.text) && isWord(b.text)) return compareWords(a.text, b.text)
  return finding
}

function compareChoices(a: Choice, b: Choice): Finding {
  return a.letter === b.letter
    ? same(`Both choose ${a.letter}.`)
    : different(`One chooses ${a.letter}, the other ${b.letter}.`)
}

/** A choice beside a value: told by the option's text, where that is there. */
function compareWithChoice(a: Reading, b: Reading): Finding {
  const [chosen, other] = a.choice?.isPlain ? [a, b] : [b, a]
  const { rest } = chosen.choice!
  if (rest === '') return open('One chooses an option, the other does not say which.')
  const finding = compareReadings(readSource(rest), other)
  return finding.is === 'same'
    ? finding
    : open('One chooses an option, the other does not say which.')
}

function compareMixed(a: Reading, b: Reading): Finding {
  const words = a.node ? b.text : a.text
  const other = a.node ? a.text : b.text
  const finding = compareWords(words, other)
  return finding.is === 'same' || finding.is === 'policy'
    ? finding
    : compareWordsWithMathematics(words)
}

/** Where one is a sentence: what it ends in may be the value that the other is. */
function isSameInProse(a: Reading, b: Reading): boolean {
  const [x, y] = [findNodeInProse(a), findNodeInProse(b)]
  return x !== null && y !== null && compareAnswers(x, y).is === 'same'
}

function findNodeInProse(reading: Reading): Node | null {
  if (reading.node) return reading.node
  const words = reading.source.replace(/\\text\s*\{([^{}]*)\}/g, ' $1 ')
  const value = isProse(words) ? extractAnswer(words) : null
  return value === null || value === words ? null : readSource(value).node
}

/** Words of a language, with formulas between them; no program and nothing garbled. */
function isProse(text: string): boolean {
  const words = text.replace(/\$[^$]*\$/g, ' ')
  const hasWords = /[a-zA-Z]{2,}\s+[a-zA-Z]{2,}/.test(words)
  return hasWords && /^[\p{L}\p{N}\s.,:!?'"$%€£°²³/*()-]*$/u.test(words)
}

const readings: readonly ReadingOptions[] = [
  usualReading,
  { ...usualReading, slash: 'far' },
  { ...usualReading, commas: 'list' },
  { ...usualReading, commas: 'decimal' },
]

function isSameInAnotherReading(a: Reading, b: Reading): boolean {
  const [nodesA, nodesB] = [a, b].map(listNodes) as [Node[], Node[]]
  return nodesA.some((x) => nodesB.some((y) => compareAnswers(x, y).is === 'same'))
}

function listNodes({ text, node, isAmbiguous }: Reading): Node[] {
  if (!isAmbiguous) return node ? [node] : []
  const parsed = readings.map((options) => parse(text, options)?.node)
  return parsed.filter((reading) => reading !== undefined)
}

/** `5 m` beside an answer without letters is no product of 5 and m. Null where there is nothing of the kind. */
function compareWithUnitLetters(a: Reading, b: Reading): Finding | null {
  const isMeasure = [a, b].map(({ text }) => /\d\s*[msghLlNJWVKCF](?![\w(])/.test(text))
  if (!isMeasure.includes(true)) return null
  const options = { ...usualReading, hasUnitLetters: true }
  const [x, y] = [a, b].map(({ text, node }, i) =>
    isMeasure[i] ? (parse(text, options)?.node ?? null) : node,
  )
  if (!x || !y || [x, y].some((node) => collectSymbols(node).size > 0)) return null
  const finding = compareAnswers(x, y)
  const isSpaced = [a, b].every(({ text }, i) => !isMeasure[i] || /\d\s+[a-zA-Z]/.test(text))
  if (finding.is !== 'same' || isSpaced) return finding
  return policy('The same number, if the letter after it is a unit.')
}
