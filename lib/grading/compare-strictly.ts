import { isExpression, type AstNode } from './ast-node'
import { readChoiceAnswer } from './choice-answer'
import { cleanAnswer } from './clean-answer'
import { compareMeanings } from './compare-meanings'
import { isDefined } from './complex'
import { evaluateNode } from './evaluate-node'
import { extractAnswerFromField } from './extract-answer'
import { tryParseAnswer } from './parse-answer'
import { makeEmptyVariableValues } from './sample-points'
import {
  makeDifferentFinding,
  type Finding,
  makeUndecidedFinding,
  makeSameFinding,
} from './verdict'

/** Compares texts, ignoring white space. */
export function compareTextsExactly(answer: string, reference: string): Finding {
  const removeWhiteSpace = (text: string) => text.replace(/\s+/g, '')
  return removeWhiteSpace(answer) === removeWhiteSpace(reference)
    ? makeSameFinding('The answer is the same as the reference.')
    : makeDifferentFinding('The answer is not the same text as the reference.')
}

/** Numbers that differ by at most this share of the larger one are equal. */
const numericTolerance = 1e-3

/** Compares two numbers within the tolerance, ignoring units. Others are the same if their meaning is, else undecided. */
export function compareNumbersOnly(answer: string, reference: string): Finding {
  const [a, b] = [readNumber(answer), readNumber(reference)]
  if (a === null || b === null) {
    const finding = compareMeanings(answer, reference)
    return finding.outcome === 'same'
      ? finding
      : makeUndecidedFinding(`The ${b === null ? 'reference' : 'answer'} is not a number.`)
  }
  if (isClose(a, b)) return makeSameFinding('The numbers are the same within the tolerance.')
  if (
    mentionsPercent(answer) !== mentionsPercent(reference) &&
    (isClose(a, 100 * b) || isClose(100 * a, b))
  )
    return makeUndecidedFinding('The same share, one as a percentage and one as a number.')
  return makeDifferentFinding(`The numbers differ: ${write(a)} and ${write(b)}.`)
}

const isClose = (a: number, b: number) =>
  Math.abs(a - b) <= numericTolerance * Math.max(Math.abs(a), Math.abs(b))

const mentionsPercent = (text: string) => /%|per ?cent|\bpct\b/i.test(text)

const write = (value: number) => String(Number(value.toPrecision(6)))

function readNumber(text: string): number | null {
  const source = extractAnswerFromField(text)
  if (source === null) return null
  const parsed = tryParseAnswer(cleanAnswer(source))
  return parsed && findNumber(parsed.node)
}

function findNumber(node: AstNode): number | null {
  if (node.kind === 'measure') return findNumber(node.value)
  if (node.kind === 'call' && node.name === 'degrees') return findNumber(node.args[0]!)
  if (node.kind === 'relation')
    return node.signs.every((sign) => sign === '=' || sign === '≈')
      ? findNumber(node.sides.at(-1)!)
      : null
  if (!isExpression(node)) return null
  const value = evaluateNode(node, makeEmptyVariableValues())
  return isDefined(value) && Math.abs(value.im) <= 1e-12 * Math.abs(value.re) ? value.re : null
}

/** Compares the letters of a multiple choice, in any format. */
export function compareChoicesOnly(answer: string, reference: string): Finding {
  const [a, b] = [findLetter(answer), findLetter(reference)]
  if (a === null) return makeUndecidedFinding('The answer does not name an option.')
  if (b === null) return makeUndecidedFinding('The reference does not name an option.')
  return a === b
    ? makeSameFinding(`Both choose ${a}.`)
    : makeDifferentFinding(`The answer chooses ${a}, the reference ${b}.`)
}

function findLetter(text: string): string | null {
  const source = extractAnswerFromField(text)
  if (source === null) return null
  const choice = readChoiceAnswer(source) ?? readChoiceAnswer(source.toUpperCase())
  if (choice) return choice.letter
  // A text that rejects an option chooses another one or none.
  if (/\b(?:not|neither|nor|wrong|false|incorrect|except|but|cannot)\b|n't\b/i.test(source))
    return null
  const optionMatches = source.matchAll(
    /\b(?:[Oo]ption|[Cc]hoice|[Aa]nswer)(?: is)?:?\s*(?:\(([A-Za-z])\)|([A-Z])(?=[.,;:)]|$|\s+is\b))/g,
  )
  const letters = new Set([...optionMatches].map((match) => (match[1] ?? match[2])!.toUpperCase()))
  return letters.size === 1 ? [...letters][0]! : null
}
