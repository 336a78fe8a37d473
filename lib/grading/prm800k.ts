import {
  collectSymbols,
  isExpression,
  makeSymbol,
  mapNodes,
  type AstNode,
  hasNodeWith,
} from './ast-node'
import { maxAnswerLength } from './clean-answer'
import { compareValues } from './compare-values'
import { computeExactValue } from './compute-exact-value'
import { parseAnswer, defaultParseOptions } from './parse-answer'
import {
  isWholeNumberText,
  normaliseLikeMathDataset,
  normaliseLikePrm800k,
  stripThousandsSeparators,
} from './prm800k-text'
import { isEqual } from './rational'
import { UnparsableAnswerError } from './tokens'
import { type Finding, makeDifferentFinding, makeSameFinding } from './verdict'

/**
 * Grades like PRM800K's own grader, with its strictness: fractions must be reduced, whole numbers must be written as
 * such, tuples keep their order and brackets. It is never unsure. Where the original runs Python on the answer, this
 * parses it.
 */
export function gradeAsPrm800k(answer: string, reference: string): Finding {
  if (answer === reference) return makeSameFinding('The answer is the same as the reference.')
  if (answer.length > maxAnswerLength || reference.length > maxAnswerLength)
    return makeDifferentFinding('The answer differs from the reference by the rules of PRM800K.')
  if (normaliseLikeMathDataset(answer) === normaliseLikeMathDataset(reference))
    return makeSameFinding('Both are the same text by the rules of MATH.')
  const [a, b] = [normaliseLikePrm800k(answer), normaliseLikePrm800k(reference)]
  if (a === b) return makeSameFinding('Both are the same text by the rules of PRM800K.')
  const hasEqualElements = a !== '' && compareElements(a, b)
  return hasEqualElements
    ? makeSameFinding('Both have the same value by the rules of PRM800K.')
    : makeDifferentFinding('The answer differs from the reference by the rules of PRM800K.')
}

function compareElements(answer: string, reference: string): boolean {
  const [elements, referenceElements] = [splitTuple(answer), splitTuple(reference)]
  if (elements.length !== referenceElements.length) return false
  const hasSameBrackets = answer[0] === reference[0] && answer.at(-1) === reference.at(-1)
  if (referenceElements.length > 1 && !hasSameBrackets) return false
  return (
    referenceElements.length > 0 &&
    referenceElements.every((element, i) => isSameElement(element, elements[i]!))
  )
}

function splitTuple(text: string): string[] {
  const answer = stripThousandsSeparators(text)
  const inner = answer.slice(1, -1)
  const isTuple =
    answer.length > 2 &&
    /^[()[\]]/.test(answer) &&
    /[()[\]]$/.test(answer) &&
    !/[()[\]]/.test(inner)
  return isTuple ? inner.split(',').map((element) => element.trim()) : answer === '' ? [] : [answer]
}

const isFraction = (text: string) => /^-?[0-9]+.?\/0*[1-9][0-9]*.?$/.test(text)

function isSameElement(reference: string, answer: string): boolean {
  if (isFraction(reference) && isFraction(answer)) return reference === answer
  if (isWholeNumberText(reference) !== isWholeNumberText(answer)) return false
  if (!isEvaluatedByOriginal(`(${reference})-(${answer})`)) return false
  const [a, b] = [readPython(reference), readPython(answer)]
  return a !== null && b !== null && isSameValue(a, b)
}

/** The original doesn't evaluate texts with more than two variables, or with powers that could take long. */
function isEvaluatedByOriginal(text: string): boolean {
  const letters = new Set(text.replaceAll('sqrt', '').replaceAll('frac', '').match(/\p{L}/gu) ?? [])
  return letters.size <= 2 && !/\^[{(]|\^[0-9]+\^|\^[0-9][0-9]+/.test(text)
}

/** Parses a text like Python; null if it isn't an expression. All letters are variables, except for pi. */
function readPython(text: string): AstNode | null {
  if (!/^[a-z0-9.+\-*/^()!]*$/.test(text) || /\d\.\d*\./.test(text)) return null
  try {
    const { node } = parseAnswer(text, { ...defaultParseOptions, commas: 'list' })
    if (!isExpression(node) || hasNodeWith(node, ({ kind }) => kind === 'sign')) return null
    return mapNodes(node, readLikePython)
  } catch (error) {
    if (error instanceof UnparsableAnswerError) return null
    throw error
  }
}

function readLikePython(node: AstNode): AstNode {
  if (node.kind === 'constant' && node.name !== 'pi') return makeSymbol(node.name)
  return node.kind === 'number' ? { ...node, slack: 0, digits: 0 } : node
}

function isSameValue(a: AstNode, b: AstNode): boolean {
  const [x, y] = [computeExactValue(a), computeExactValue(b)]
  if (x && y) return isEqual(x, y)
  if (compareValues(a, b).outcome !== 'same') return false
  const [symbolsOfA, symbolsOfB] = [collectSymbols(a), collectSymbols(b)]
  return symbolsOfA.size <= 2 && symbolsOfB.size <= 2
}
