import { collectSymbols, makeNumber, type AstNode, makeInteger } from './ast-node'
import { type ChoiceAnswer, readChoiceAnswer } from './choice-answer'
import { cleanAnswer, maxAnswerLength } from './clean-answer'
import { compareAnswerWords, compareWordsWithFormula } from './compare-answer-words'
import { compareAssignments } from './compare-assignments'
import { compareConditions } from './compare-conditions'
import { compareParsedAnswers } from './compare-parsed-answers'
import { compareProgressions } from './compare-progressions'
import { isComparisonBudgetExhausted } from './comparison-budget'
import { extractAnswerFromField } from './extract-answer'
import { findSentenceValue } from './find-sentence-value'
import { findLetterOrderAmbiguity } from './letter-order'
import { readOrdinal, writeLeadingNumberInDigits, writePhraseAsFormula } from './number-words'
import {
  type ParsedAnswer,
  alternativeParseOptions,
  tryParseAnswer,
  defaultParseOptions,
} from './parse-answer'
import { makeRational } from './rational'
import { compareRomanNumeral } from './roman-numerals'
import { type TimeOfDay, compareTimesOfDay, readTimeOfDay } from './time-of-day'
import { isUnitName } from './units'
import {
  makeDifferentFinding,
  type Finding,
  makeUndecidedFinding,
  makePolicyFinding,
  makeSameFinding,
} from './verdict'

/** An answer as text, formula, choice and time. */
interface Reading {
  /** The answer before cleaning. */
  source: string
  /** The cleaned text. */
  text: string
  /** Null for words, and for text that can't be parsed. */
  node: AstNode | null
  choice: ChoiceAnswer | null
  /** The answer as a time of day or a ratio such as `3:02`; null for anything else. */
  clock: TimeOfDay | null
  /** True if it has several readings: `1/2x` or `1,234`. */
  isAmbiguous: boolean
}

/** Cache size. A reference is compared with every solution of its problem. */
const maxReadings = 500
const readingCache = new Map<string, Reading>()

/** Compares the meaning of two answers. The outcome doesn't depend on their order. */
export function compareMeanings(answer: string, reference: string): Finding {
  if (collapse(answer) === collapse(reference))
    return makeSameFinding('The answer is the same as the reference.')
  if (plainWhole.test(answer) && plainWhole.test(reference))
    return compareWhole(Number(answer), Number(reference))
  const [a, b] = [readAnswer(answer), readAnswer(reference)]
  if (!a || !b) return makeUndecidedFinding('The answer is too long to compare.')
  if (a.text === b.text && a.text !== '')
    return makeSameFinding('The answer is the same as the reference except for formatting.')
  const finding = compareAllWays(a, b)
  // An unfinished comparison does not prove a difference.
  return isComparisonBudgetExhausted() && finding.outcome !== 'same'
    ? makeUndecidedFinding('The two answers are too long to compare in full.')
    : finding
}

function compareAllWays(a: Reading, b: Reading): Finding {
  const finding = compareTimes(a, b) ?? compareReadings(a, b)
  if (finding.outcome === 'same' || finding.outcome === 'policy') return finding
  const measures = compareWithUnitLetters(a, b)
  if (measures && measures.outcome !== 'different') return measures
  if ((a.isAmbiguous || b.isAmbiguous) && isSameInAnotherReading(a, b))
    return makePolicyFinding('The two are equal in one of their possible readings.')
  return measures ?? finding
}

const plainWhole = /^-?\d{1,15}$/

/** A shortcut for whole numbers, which most answers are. */
const compareWhole = (a: number, b: number): Finding =>
  a === b
    ? makeSameFinding(`Both are the number ${a}.`)
    : makeDifferentFinding(`The numbers differ: ${a} and ${b}.`)

const collapse = (text: string) => text.trim().replace(/\s+/g, ' ')

function readAnswer(text: string): Reading | null {
  const cachedReading = readingCache.get(text)
  if (cachedReading) return cachedReading
  const source = extractAnswerFromField(text)
  if (source === null) return null
  const reading = readSource(source)
  if (readingCache.size >= maxReadings) readingCache.clear()
  if (text.length <= maxAnswerLength) readingCache.set(text, reading)
  return reading
}

function readSource(source: string): Reading {
  const text = cleanAnswer(source)
  const choice = readChoiceAnswer(text)
  const clock = mayBeClock.test(text) && text.length < 40 ? readTimeOfDay(text) : null
  const parsed = readNumberText(text) ?? (choice?.isCertain ? null : tryParseAnswer(text))
  const isAmbiguous = parsed !== null && (parsed.hasWideSlash || hasTwoReadings(text))
  return { source, text, node: parsed?.node ?? null, choice, clock, isAmbiguous }
}

const mayBeClock = /\d\s*:\s*\d|\d\s*(?:\\text\{\s*)?[ap]\.?\s?m|clock|noon|midnight/i

/** Reads numbers and ordinals in words: `twenty-one`, `twelve apples`, `3rd`. Null for anything else. */
function readNumberText(text: string): ParsedAnswer | null {
  if (text.length > 80 || !/[a-z]{2}/i.test(text) || /[\\{}=]/.test(text)) return null
  const ordinal = readOrdinal(text)
  if (ordinal !== null)
    return {
      node: { kind: 'measure', value: makeInteger(ordinal), unit: 'ordinal' },
      hasWideSlash: false,
    }
  const formulaText = writePhraseAsFormula(text) ?? writeLeadingNumberInDigits(text)
  return formulaText === text ? null : tryParseAnswer(formulaText)
}

/**
 * Whether a whole answer has two readings: `1,234` and `1.234` as a thousand, a decimal or two values, `5k` as a
 * product or 5000, `2 and 1/2` as one value or two.
 */
const hasTwoReadings = (text: string) =>
  (/\d,\d/.test(text) && (!/[()[\]{}]/.test(text) || /^\(\d{1,3}(?:,\d{3})+\)$/.test(text))) ||
  /^-?[1-9]\d{0,2}\.\d{3}$/.test(text) ||
  /^\\?\$?[\d.,]+\s?[kKMB]$/.test(text) ||
  /\\sqrt\s*\d[\d.]|^P\(\d|^\\binom\{\d+\}\{\d+\}$/.test(text) ||
  mixedWords.test(text) ||
  dropUnitLetters(text) !== text

/** Removes letters after a number and a space that may be a unit rather than variables: `30 mpg`. */
const dropUnitLetters = (text: string) =>
  text.replace(/(?<=\d) ([a-z]{2,3})$/, (all, run: string) => (isUnitName(run) ? all : ''))
const mixedWords = /^(-?\d+) and (?=\d+\/\d+$|\\[dt]?frac)/

/** Compares times of day. Null if neither is one, or only one is and it can be a ratio. */
function compareTimes(a: Reading, b: Reading): Finding | null {
  if (!a.clock && !b.clock) return null
  if (a.clock && b.clock) {
    const comparison = compareTimesOfDay(a.clock, b.clock)
    const isOfDay = a.clock.isTime || b.clock.isTime
    if (comparison === 'same') return makeSameFinding('Both are the same time of day.')
    if (comparison === 'maybe')
      return makePolicyFinding('The same time, if both are AM or both are PM.')
    if (isOfDay) return makeDifferentFinding('The two are different times of day.')
    const finding = compareReadings(a, b)
    if (finding.outcome === 'same')
      return makePolicyFinding('The same ratio, but not the same time of day.')
    return finding.outcome === 'different'
      ? makeDifferentFinding('The two are different times of day.')
      : finding
  }
  const [timed, otherReading] = a.clock ? [a, b] : [b, a]
  const { seconds, isTime } = timed.clock!
  const [hours, inSeconds] = [makeRational(BigInt(seconds % 43_200), 3600n)!, makeInteger(seconds)]
  const isSameIn = (node: AstNode) =>
    otherReading.node && compareParsedAnswers(node, otherReading.node).outcome === 'same'
  const duration: AstNode = { kind: 'measure', value: inSeconds, unit: 'time:1/1' }
  if (isSameIn(makeNumber(hours)) || isSameIn(duration))
    return makePolicyFinding('One is a time of day or a ratio, and the other can mean the same.')
  return isTime ? makeUndecidedFinding('One is a time of day, the other is not.') : null
}

function compareReadings(a: Reading, b: Reading): Finding {
  const numerals = compareRomanNumeral(a, b) ?? compareRomanNumeral(b, a)
  if (numerals) return numerals
  if (a.choice && b.choice) return compareChoices(a.choice, b.choice)
  if (a.choice?.isCertain || b.choice?.isCertain) return compareWithChoice(a, b)
  if (a.node && b.node) return compareNodes(a, b, a.node, b.node)
  const isFormula = [a, b].some(({ node, text }) => !node && !hasWords(text))
  if (isFormula)
    return dropSpaces(a.text) === dropSpaces(b.text) && dropSpaces(a.text) !== ''
      ? makeSameFinding('The answer is the same as the reference except for formatting.')
      : (compareInProse(a, b) ?? makeUndecidedFinding('A formula could not be read.'))
  const finding = a.node || b.node ? compareMixed(a, b) : compareAnswerWords(a.text, b.text)
  if (finding.outcome === 'same' || finding.outcome === 'different') return finding
  return compareInProse(a, b) ?? finding
}

/** Removes spaces that don't separate numbers or names. */
const dropSpaces = (text: string) => text.replace(/(?<![\w.,])\s+|\s+(?![\w.,])/g, '')

/** Whether a text has letters, and only letters, digits and punctuation apart from LaTeX that formats text. */
function hasWords(text: string): boolean {
  const plain = text.replace(
    /\\(?:text(?:bf|it|rm|normal)?|mathrm|mathbf|mbox|emph)\s*\{([^{}]*)\}/g,
    ' $1 ',
  )
  // Any other sign can be logic or a set.
  const isSentence = /^[\p{L}\p{M}\p{N}\s.,:;!?'"()[\]/%&$€£¥+*-]*$/u.test(plain)
  return /\p{L}/u.test(plain) && isSentence && !/(?<![\p{L}\p{N})])!/u.test(plain)
}

/** Compares parsed answers. `cat` and `act` are words, although letters could be multiplied. */
function compareNodes(a: Reading, b: Reading, nodeA: AstNode, nodeB: AstNode): Finding {
  const finding = compareParsedAnswers(nodeA, nodeB)
  if (finding.outcome === 'same') return findLetterOrderAmbiguity(a, b) ?? finding
  const special =
    compareProgressions(nodeA, nodeB) ??
    compareAssignments(nodeA, nodeB, compareParsedAnswers) ??
    compareConditions(nodeA, nodeB)
  if (special) return special
  if (finding.outcome !== 'different') return finding
  const isEndless = [nodeA, nodeB].some((node) => collectSymbols(node).has('\\ldots'))
  if (isEndless) return makeUndecidedFinding('One continues with dots, whose meaning is not known.')
  const [x, y] = [a, b].map(({ text }) => text.toLowerCase())
  if (x === y) return makePolicyFinding('The same text except for capital letters.')
  return x!.replace(trailingBase, '') === y || x === y!.replace(trailingBase, '')
    ? makePolicyFinding('The same digits or letters, but only one has a base or index.')
    : finding
}

const trailingBase = /_\{?\d+\}?$/

function compareChoices(a: ChoiceAnswer, b: ChoiceAnswer): Finding {
  if (a.letter === b.letter) {
    const valueFinding =
      a.rest && b.rest ? compareReadings(readSource(a.rest), readSource(b.rest)) : null
    return valueFinding?.outcome === 'different'
      ? makePolicyFinding('Both choose the same letter, but with different values.')
      : makeSameFinding(`Both choose ${a.letter}.`)
  }
  return makeDifferentFinding(`One chooses ${a.letter}, the other ${b.letter}.`)
}

/** Compares a choice with a value, by the option's text if there is one. */
function compareWithChoice(a: Reading, b: Reading): Finding {
  const [choiceReading, otherReading] = a.choice?.isCertain ? [a, b] : [b, a]
  const { rest } = choiceReading.choice!
  if (rest === '')
    return makeUndecidedFinding('One chooses an option, the other does not state which.')
  const finding = compareReadings(readSource(rest), otherReading)
  return finding.outcome === 'same'
    ? finding
    : makeUndecidedFinding('One chooses an option, the other does not state which.')
}

function compareMixed(a: Reading, b: Reading): Finding {
  const text = a.node ? b.text : a.text
  const otherText = a.node ? a.text : b.text
  const finding = compareAnswerWords(text, otherText)
  return finding.outcome === 'same' || finding.outcome === 'policy'
    ? finding
    : compareWordsWithFormula(text)
}

/** If one answer is a sentence, compares the value that it leads to with the other answer. */
function compareInProse(a: Reading, b: Reading): Finding | null {
  if ((a.node === null) === (b.node === null)) return null
  const [sentence, otherReading] = a.node ? [b, a] : [a, b]
  const value = findSentenceValue(sentence.source)
  const read = value === null || value === sentence.source ? null : readSource(value)
  return read?.node && compareParsedAnswers(read.node, otherReading.node!).outcome === 'same'
    ? makeSameFinding('The answer ends with the same value as the reference.')
    : null
}

const scales: Readonly<Record<string, string>> = { k: 'thousand', M: 'million', B: 'billion' }

function isSameInAnotherReading(a: Reading, b: Reading): boolean {
  const [nodesA, nodesB] = [a, b].map(listNodes) as [AstNode[], AstNode[]]
  return nodesA.some((x) => nodesB.some((y) => compareParsedAnswers(x, y).outcome === 'same'))
}

function listNodes({ text, node, isAmbiguous }: Reading): AstNode[] {
  if (!isAmbiguous) return node ? [node] : []
  const texts = [
    text.replace(mixedWords, '$1 '),
    dropUnitLetters(text),
    text.replace(/\\sqrt\s*(\d+(?:\.\d+)?)/g, '\\sqrt{$1}'),
    text.replace(/\\binom\{(\d+)\}\{(\d+)\}/g, '($1, $2)'),
    text.replace(/^P\((\d+), ?(\d+)\)$/, '\\frac{$1!}{($1-$2)!}'),
    text.replace(/([kKMB])$/, (sign) => ` ${scales[sign === 'K' ? 'k' : sign]}`),
  ].filter((candidate) => candidate !== text)
  const parsed = [
    ...alternativeParseOptions.map((options) => tryParseAnswer(text, options)?.node),
    ...texts.map((candidate) => tryParseAnswer(candidate)?.node),
  ]
  return parsed.filter((reading) => reading !== undefined)
}

/** Compares `5 m` as a measure if the other answer has no variables. Null otherwise. */
function compareWithUnitLetters(a: Reading, b: Reading): Finding | null {
  const isMeasure = [a, b].map(({ text }) => /\d\s*[msghLlNJWVKCF](?![\w(])/.test(text))
  if (!isMeasure.includes(true)) return null
  const options = { ...defaultParseOptions, hasUnitLetters: true }
  const [x, y] = [a, b].map(({ text, node }, i) =>
    isMeasure[i] ? (tryParseAnswer(text, options)?.node ?? null) : node,
  )
  if (!x || !y || [x, y].some((node) => collectSymbols(node).size > 0)) return null
  const finding = compareParsedAnswers(x, y)
  const isSpaced = [a, b].every(({ text }, i) => !isMeasure[i] || /\d\s+[a-zA-Z]/.test(text))
  if (finding.outcome !== 'same' || isSpaced) return finding
  return makePolicyFinding('The same number, if the letter after it is a unit.')
}
