import {
  collectSymbols,
  type GroupNode,
  isExpression,
  mapNodes,
  type RelationNode,
  makeNumber,
  makeQuotient,
  type AstNode,
  hasNodeWith,
} from './ast-node'
import {
  compareValueLists,
  compareTuples,
  compareTupleWithList,
  readTupleEquation,
  readListedValues,
} from './compare-lists'
import { compareMeasures, compareRatios } from './compare-measures'
import { compareRelations } from './compare-relations'
import { compareValues } from './compare-values'
import { compareVectors } from './compare-vectors'
import { spendComparisonSteps } from './comparison-budget'
import { computeExactValue } from './compute-exact-value'
import { makeRational } from './rational'
import { readEquationValue, readConstantEquationValue } from './read-equation'
import { compareRealSets, readRealSet } from './real-number-set'
import { hasSeveralPlusMinusSigns, simplifyNode } from './simplify-node'
import {
  makeDifferentFinding,
  type Finding,
  combineFindings,
  makeUndecidedFinding,
  makePolicyFinding,
} from './verdict'

/** Compares two parsed answers part by part. The outcome doesn't depend on their order. */
export function compareParsedAnswers(a: AstNode, b: AstNode): Finding {
  if (!spendComparisonSteps(5))
    return makeUndecidedFinding('The two answers are too long to compare in full.')
  const finding = compareSimplified(simplifyNode(a), simplifyNode(b))
  const isUnclear = finding.outcome === 'different' && hasSigns(a) !== hasSigns(b)
  return isUnclear
    ? makePolicyFinding('A point with several ± can mean two points or four.')
    : finding
}

const hasSigns = (node: AstNode) => hasNodeWith(node, hasSeveralPlusMinusSigns)

function compareSimplified(a: AstNode, b: AstNode): Finding {
  if (isExpression(a) && isExpression(b)) return compareValues(a, b)
  if (a.kind === 'measure' || b.kind === 'measure')
    return compareMeasures(a, b, compareParsedAnswers)
  if (a.kind === 'based' || b.kind === 'based') return compareBased(a, b)
  if (
    a.kind === 'relation' &&
    b.kind === 'relation' &&
    !hasSeveralValues(a) &&
    !hasSeveralValues(b)
  )
    return compareRelations(a, b, compareParsedAnswers)
  const vectors = compareVectors(a, b, compareParsedAnswers)
  if (vectors) return vectors
  const sets = compareAsSets(a, b)
  if (sets) return sets
  if (a.kind === 'ratio' || b.kind === 'ratio') return compareWithRatio(a, b)
  if (a.kind === 'relation' || b.kind === 'relation') return compareWithRelation(a, b)
  if (isMatrix(a) || isMatrix(b)) return compareMatrices(a, b)
  if (isTuple(a) || isTuple(b)) return compareWithTuple(a, b)
  const [valuesA, valuesB] = [readListedValues(a), readListedValues(b)]
  if (valuesA || valuesB)
    return compareValueLists(
      valuesA ?? makeSingleValue(a),
      valuesB ?? makeSingleValue(b),
      compareParsedAnswers,
    )
  const isSet = [a, b].some(({ kind }) => kind === 'union' || kind === 'without')
  if (isSet && [a, b].some(isExpression))
    return makeDifferentFinding('One is a set, the other a single value.')
  return makeUndecidedFinding('The two answers are of different kinds.')
}

const isTuple = (node: AstNode): node is GroupNode =>
  node.kind === 'group' && node.open !== '' && node.open !== '{'
const isMatrix = (node: AstNode) => node.kind === 'matrix' && !node.isSystem
const hasSeveralValues = (node: AstNode) => (readListedValues(node)?.items.length ?? 0) > 1
const makeSingleValue = (node: AstNode) => ({
  items: [node],
  names: [null],
  isUnordered: false,
  isSet: false,
  isEither: false,
  isBoth: false,
})

/** Compares both as sets of real numbers if one of them can't be anything else. */
function compareAsSets(a: AstNode, b: AstNode): Finding | null {
  const isPlain = (node: AstNode) =>
    node.kind === 'group' &&
    node.open === node.close.replace(')', '(').replace(']', '[') &&
    !(node.open === '' && node.items.every(({ kind }) => kind === 'relation'))
  const isBraced = (node: AstNode) =>
    node.kind === 'group' && node.open === '{' && node.items[0]?.kind !== 'relation'
  if ((isPlain(a) || isBraced(a)) && (isPlain(b) || isBraced(b))) return null
  const setA = readRealSet(a)
  const setB = setA && readRealSet(b)
  return setA && setB ? compareRealSets(setA, setB) : null
}

/** Compares an equation or inequality with an answer that may not be one. */
function compareWithRelation(a: AstNode, b: AstNode): Finding {
  if (b.kind === 'relation' && a.kind !== 'relation') return compareWithRelation(b, a)
  if (a.kind !== 'relation') return makeUndecidedFinding('The two answers are of different kinds.')
  const namedValue = readEquationValue(a)
  const tupleValues = namedValue && readTupleEquation(namedValue)
  const values = tupleValues && b.kind !== 'relation' ? readListedValues(b) : null
  if (tupleValues && values?.names.every((name) => name !== null))
    return compareValueLists(tupleValues, values, compareParsedAnswers)
  if (namedValue && !hasSeveralValues(a))
    return compareParsedAnswers(
      namedValue.value,
      b.kind === 'relation' ? (readEquationValue(b)?.value ?? b) : b,
    )
  const value = readConstantEquationValue(a)
  if (value) return compareParsedAnswers(value, b)
  const [valuesA, valuesB] = [readListedValues(a), readListedValues(b)]
  if (valuesA)
    return compareValueLists(valuesA, valuesB ?? makeSingleValue(b), compareParsedAnswers)
  if (isMatrix(b) || isTuple(b)) return makeUndecidedFinding('One is a relation, the other is not.')
  const sides = a.sides.filter((side) => computeExactValue(side)?.numerator !== 0n)
  const isSide = sides.some(
    (side) =>
      isExpression(side) && isExpression(b) && compareValues(side, b).outcome !== 'different',
  )
  if (!isExpression(b)) return makeUndecidedFinding('One is a relation, the other is not.')
  if (isSolvedBy(a, b)) return makePolicyFinding('One is an equation, the other solves it.')
  return isSide
    ? makePolicyFinding('One is an equation, the other one of its sides.')
    : makeDifferentFinding('One is a relation, the other a value.')
}

/** Whether a value solves an equation in one variable. */
function isSolvedBy({ sides, signs }: RelationNode, value: AstNode): boolean {
  const [left, right] = sides
  const symbols = [...collectSymbols(left!), ...collectSymbols(right!)]
  if (sides.length !== 2 || signs[0] !== '=' || new Set(symbols).size !== 1) return false
  const substitute = (node: AstNode) =>
    mapNodes(node, (part) => (part.kind === 'symbol' && part.name === symbols[0] ? value : part))
  return (
    [left!, right!].every(isExpression) &&
    compareValues(substitute(left!), substitute(right!)).outcome === 'same'
  )
}

function compareWithTuple(a: AstNode, b: AstNode): Finding {
  if (isTuple(a) && isTuple(b)) return compareTuples(a, b, compareParsedAnswers)
  const [tuple, otherNode] = isTuple(a) ? [a, b] : [b as GroupNode, a]
  const values = readListedValues(otherNode)
  if (!values) {
    if (tuple.items.length === 1) return compareParsedAnswers(tuple.items[0]!, otherNode)
    return isExpression(otherNode)
      ? makeDifferentFinding('One is a single value, the other is not.')
      : makeUndecidedFinding('The two answers are of different kinds.')
  }
  if (values.items.length === 1) return compareParsedAnswers(tuple, values.items[0]!)
  return compareTupleWithList(tuple.items, values.items, compareParsedAnswers)
}

function compareMatrices(a: AstNode, b: AstNode): Finding {
  if (a.kind !== 'matrix' || b.kind !== 'matrix') {
    const [matrix, otherNode] = a.kind === 'matrix' ? [a, b] : [b, a]
    if (matrix.kind !== 'matrix')
      return makeUndecidedFinding('The two answers are of different kinds.')
    if (otherNode.kind !== 'group')
      return isExpression(otherNode) && collectSymbols(otherNode).size === 0
        ? makeDifferentFinding('One is a matrix, the other is not.')
        : makeUndecidedFinding('One is a matrix. It is not known if the other is.')
    const items = otherNode.items.flatMap((item) => (item.kind === 'group' ? item.items : [item]))
    return compareTupleWithList(matrix.rows.flat(), items, compareParsedAnswers)
  }
  const isSameSize =
    a.rows.length === b.rows.length && a.rows.every((row, i) => row.length === b.rows[i]!.length)
  if (!isSameSize) {
    const isVector = [a, b].every(({ rows }) => rows.length === 1 || rows[0]!.length === 1)
    return isVector
      ? compareTupleWithList(a.rows.flat(), b.rows.flat(), compareParsedAnswers)
      : makeDifferentFinding('The matrices differ in size.')
  }
  const otherCells = b.rows.flat()
  return combineFindings(
    a.rows.flat().map((cell, i) => compareParsedAnswers(cell, otherCells[i]!)),
    'Both have the same values in the same positions.',
  )
}

function compareWithRatio(a: AstNode, b: AstNode): Finding {
  if (a.kind === 'relation' || b.kind === 'relation') return compareWithRelation(a, b)
  if (a.kind === 'ratio' && b.kind === 'ratio') {
    if (a.parts.length !== b.parts.length)
      return makeDifferentFinding('The ratios differ in length.')
    return compareRatios(a, b, compareParsedAnswers)
  }
  const [ratio, otherNode] = a.kind === 'ratio' ? [a, b] : [b, a]
  if (
    ratio.kind !== 'ratio' ||
    ratio.parts.length !== 2 ||
    !isExpression(otherNode) ||
    !ratio.parts.every(isExpression)
  )
    return makeUndecidedFinding('One is a ratio, the other is not.')
  const finding = compareValues(makeQuotient(ratio.parts[0]!, ratio.parts[1]!), otherNode)
  return finding.outcome === 'same'
    ? makePolicyFinding('The same ratio, in one answer as a number.')
    : finding
}

/** Compares numbers if one of them is written in a base other than ten. */
function compareBased(a: AstNode, b: AstNode): Finding {
  if (a.kind === 'relation' || b.kind === 'relation') return compareWithRelation(a, b)
  const [valueA, valueB] = [writeInBaseTen(a), writeInBaseTen(b)]
  if (!valueA || !valueB)
    return isExpression(a) || isExpression(b)
      ? makeUndecidedFinding('A number in another base could not be read.')
      : makeUndecidedFinding('The two answers are of different kinds.')
  const [plain] = [a, b].filter(({ kind }) => kind !== 'based')
  const basedNumber = (a.kind === 'based' ? a : b) as Extract<AstNode, { kind: 'based' }>
  const finding = compareValues(valueA, valueB)
  if (finding.outcome === 'same') return finding
  const digits = /^\d+$/.test(basedNumber.digits) ? makeRational(BigInt(basedNumber.digits)) : null
  const isSameDigits =
    plain && digits && compareValues(plain, makeNumber(digits)).outcome === 'same'
  return isSameDigits
    ? makePolicyFinding('The same digits, but only one answer states the base.')
    : finding
}

function writeInBaseTen(node: AstNode): AstNode | null {
  if (node.kind !== 'based') return isExpression(node) ? node : null
  let value = 0n
  for (const digit of node.digits)
    value = value * BigInt(node.base) + BigInt(Number.parseInt(digit, 36))
  const number = makeRational(value)
  return number && makeNumber(number)
}
