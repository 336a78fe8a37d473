import { findExact } from './exact'
import { longestAnswer } from './clean-answer'
import { parseAnswer, usualReading } from './parse-answer'
import { isWhole, normaliseLikeMath, normaliseOwnWay, stripCommas } from './prm800k-text'
import { isSame } from './rational'
import { compareValues } from './same-value'
import { Unreadable } from './tokens'
import { collectSymbols, isExpression, makeSymbol, mapTree, type Node, someNode } from './tree'
import { different, type Finding, same } from './verdict'

/**
 * Grades as PRM800K's own grader does, with its strictness: fractions must be reduced, whole numbers must stand as such,
 * tuples keep their order and brackets. It knows no `unsure`. Where the original runs Python on the answer, this reads it.
 */
export function gradeAsPrm800k(given: string, truth: string): Finding {
  if (given === truth) return same('The answer is the same as the reference.')
  if (given.length > longestAnswer || truth.length > longestAnswer)
    return different('The answer differs from the reference, by the rules of PRM800K.')
  if (normaliseLikeMath(given) === normaliseLikeMath(truth))
    return same('Both are the same text, as MATH compares answers.')
  const [a, b] = [normaliseOwnWay(given), normaliseOwnWay(truth)]
  if (a === b) return same('Both are the same text, as PRM800K compares answers.')
  const isEqual = a !== '' && compareElements(a, b)
  return isEqual
    ? same('Both have the same value, by the rules of PRM800K.')
    : different('The answer differs from the reference, by the rules of PRM800K.')
}

function compareElements(given: string, truth: string): boolean {
  const [elements, wanted] = [splitTuple(given), splitTuple(truth)]
  if (elements.length !== wanted.length) return false
  const isSameBrackets = given[0] === truth[0] && given.at(-1) === truth.at(-1)
  if (wanted.length > 1 && !isSameBrackets) return false
  return wanted.length > 0 && wanted.every((element, i) => isSameElement(element, elements[i]!))
}

function splitTuple(text: string): string[] {
  const answer = stripCommas(text)
  const inner = answer.slice(1, -1)
  const isTuple =
    answer.length > 2 &&
    /^[()[\]]/.test(answer) &&
    /[()[\]]$/.test(answer) &&
    !/[()[\]]/.test(inner)
  return isTuple ? inner.split(',').map((element) => element.trim()) : answer === '' ? [] : [answer]
}

const isFraction = (text: string) => /^-?[0-9]+.?\/0*[1-9][0-9]*.?$/.test(text)

function isSameElement(truth: string, given: string): boolean {
  if (isFraction(truth) && isFraction(given)) return truth === given
  if (isWhole(truth) !== isWhole(given)) return false
  if (!isReadByOriginal(`(${truth})-(${given})`)) return false
  const [a, b] = [readPython(truth), readPython(given)]
  return a !== null && b !== null && isSameValue(a, b)
}

/** It evaluates nothing with more than two letters or with powers that could take long. */
function isReadByOriginal(text: string): boolean {
  const letters = new Set(text.replaceAll('sqrt', '').replaceAll('frac', '').match(/\p{L}/gu) ?? [])
  return letters.size <= 2 && !/\^[{(]|\^[0-9]+\^|\^[0-9][0-9]+/.test(text)
}

/** What Python would make of it, where that is an expression. Its letters are all unknowns but for pi. */
function readPython(text: string): Node | null {
  if (!/^[a-z0-9.+\-*/^()!]*$/.test(text) || /\d\.\d*\./.test(text)) return null
  try {
    const { node } = parseAnswer(text, { ...usualReading, commas: 'list' })
    if (!isExpression(node) || someNode(node, ({ kind }) => kind === 'sign')) return null
    return mapTree(node, readLikePython)
  } catch (error) {
    if (error instanceof Unreadable) return null
    throw error
  }
}

function readLikePython(node: Node): Node {
  if (node.kind === 'constant' && node.name !== 'pi') return makeSymbol(node.name)
  return node.kind === 'number' ? { ...node, slack: 0, digits: 0 } : node
}

function isSameValue(a: Node, b: Node): boolean {
  const [x, y] = [findExact(a), findExact(b)]
  if (x && y) return isSame(x, y)
  if (compareValues(a, b).is !== 'same') return false
  const [inA, inB] = [collectSymbols(a), collectSymbols(b)]
  return inA.size <= 2 && inB.size <= 2
}
