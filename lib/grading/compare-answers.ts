import {
  compareLists,
  compareTuples,
  compareTupleWithList,
  readTupleEquation,
  readValues,
} from './compare-lists'
import { compareMeasures, compareRatios } from './compare-measures'
import { compareRelations } from './compare-relations'
import { spendSteps } from './effort'
import { computeExactValue } from './exact'
import { makeRational } from './rational'
import { readEquationValue, readValue } from './read-equation'
import { compareRealSets, readRealSet } from './real-set'
import { compareVectors } from './compare-vectors'
import { compareValues } from './same-value'
import { hasSeveralSigns, simplify } from './simplify'
import {
  collectSymbols,
  type GroupNode,
  isExpression,
  mapTree,
  type RelationNode,
  makeNumber,
  makeQuotient,
  type Node,
  someNode,
} from './tree'
import {
  makeDifferentFinding,
  type Finding,
  joinFindings,
  makeUndecidedFinding,
  makePolicyFinding,
} from './verdict'

/** Compares two parsed answers part by part. The result doesn't depend on their order. */
export function compareAnswers(a: Node, b: Node): Finding {
  if (!spendSteps(5))
    return makeUndecidedFinding('The two answers are too long to compare in full.')
  const finding = compareSimplified(simplify(a), simplify(b))
  const isUnclear = finding.is === 'different' && hasSigns(a) !== hasSigns(b)
  return isUnclear
    ? makePolicyFinding('A point with several ± can mean two points or four.')
    : finding
}

const hasSigns = (node: Node) => someNode(node, hasSeveralSigns)

function compareSimplified(a: Node, b: Node): Finding {
  if (isExpression(a) && isExpression(b)) return compareValues(a, b)
  if (a.kind === 'measure' || b.kind === 'measure') return compareMeasures(a, b, compareAnswers)
  if (a.kind === 'based' || b.kind === 'based') return compareBased(a, b)
  if (
    a.kind === 'relation' &&
    b.kind === 'relation' &&
    !hasSeveralValues(a) &&
    !hasSeveralValues(b)
  )
    return compareRelations(a, b, compareAnswers)
  const vectors = compareVectors(a, b, compareAnswers)
  if (vectors) return vectors
  const sets = compareAsSets(a, b)
  if (sets) return sets
  if (a.kind === 'ratio' || b.kind === 'ratio') return compareWithRatio(a, b)
  if (a.kind === 'relation' || b.kind === 'relation') return compareWithRelation(a, b)
  if (isMatrix(a) || isMatrix(b)) return compareMatrices(a, b)
  if (isTuple(a) || isTuple(b)) return compareWithTuple(a, b)
  const [valuesA, valuesB] = [readValues(a), readValues(b)]
  if (valuesA || valuesB)
    return compareLists(
      valuesA ?? makeSingleValue(a),
      valuesB ?? makeSingleValue(b),
      compareAnswers,
    )
  const isSet = [a, b].some(({ kind }) => kind === 'union' || kind === 'without')
  if (isSet && [a, b].some(isExpression))
    return makeDifferentFinding('One is a set, the other a single value.')
  return makeUndecidedFinding('The two answers are of different kinds.')
}

const isTuple = (node: Node): node is GroupNode =>
  node.kind === 'group' && node.open !== '' && node.open !== '{'
const isMatrix = (node: Node) => node.kind === 'matrix' && !node.isSystem
const hasSeveralValues = (node: Node) => (readValues(node)?.items.length ?? 0) > 1
const makeSingleValue = (node: Node) => ({
  items: [node],
  names: [null],
  isUnordered: false,
  isSet: false,
  isEither: false,
  isBoth: false,
})

/** Compares both as sets of real numbers if one of them can't be anything else. */
function compareAsSets(a: Node, b: Node): Finding | null {
  const isPlain = (node: Node) =>
    node.kind === 'group' &&
    node.open === node.close.replace(')', '(').replace(']', '[') &&
    !(node.open === '' && node.items.every(({ kind }) => kind === 'relation'))
  const isBraced = (node: Node) =>
    node.kind === 'group' && node.open === '{' && node.items[0]?.kind !== 'relation'
  if ((isPlain(a) || isBraced(a)) && (isPlain(b) || isBraced(b))) return null
  const setA = readRealSet(a)
  const setB = setA && readRealSet(b)
  return setA && setB ? compareRealSets(setA, setB) : null
}

/** Compares an equation or inequality with an answer that may not be one. */
function compareWithRelation(a: Node, b: Node): Finding {
  if (b.kind === 'relation' && a.kind !== 'relation') return compareWithRelation(b, a)
  if (a.kind !== 'relation') return makeUndecidedFinding('The two answers are of different kinds.')
  const named = readEquationValue(a)
  const each = named && readTupleEquation(named)
  const values = each && b.kind !== 'relation' ? readValues(b) : null
  if (each && values?.names.every((name) => name !== null))
    return compareLists(each, values, compareAnswers)
  if (named && !hasSeveralValues(a))
    return compareAnswers(
      named.value,
      b.kind === 'relation' ? (readEquationValue(b)?.value ?? b) : b,
    )
  const value = readValue(a)
  if (value) return compareAnswers(value, b)
  const [valuesA, valuesB] = [readValues(a), readValues(b)]
  if (valuesA) return compareLists(valuesA, valuesB ?? makeSingleValue(b), compareAnswers)
  if (isMatrix(b) || isTuple(b)) return makeUndecidedFinding('One is a relation, the other is not.')
  const sides = a.sides.filter((side) => computeExactValue(side)?.over !== 0n)
  const isSide = sides.some(
    (side) => isExpression(side) && isExpression(b) && compareValues(side, b).is !== 'different',
  )
  if (!isExpression(b)) return makeUndecidedFinding('One is a relation, the other is not.')
  if (isSolvedBy(a, b)) return makePolicyFinding('One is an equation, the other solves it.')
  return isSide
    ? makePolicyFinding('One is an equation, the other one of its sides.')
    : makeDifferentFinding('One is a relation, the other a value.')
}

/** Whether a value solves an equation in one variable. */
function isSolvedBy({ sides, signs }: RelationNode, value: Node): boolean {
  const [left, right] = sides
  const symbols = [...collectSymbols(left!), ...collectSymbols(right!)]
  if (sides.length !== 2 || signs[0] !== '=' || new Set(symbols).size !== 1) return false
  const put = (node: Node) =>
    mapTree(node, (part) => (part.kind === 'symbol' && part.name === symbols[0] ? value : part))
  return [left!, right!].every(isExpression) && compareValues(put(left!), put(right!)).is === 'same'
}

function compareWithTuple(a: Node, b: Node): Finding {
  if (isTuple(a) && isTuple(b)) return compareTuples(a, b, compareAnswers)
  const [tuple, other] = isTuple(a) ? [a, b] : [b as GroupNode, a]
  const values = readValues(other)
  if (!values) {
    if (tuple.items.length === 1) return compareAnswers(tuple.items[0]!, other)
    return isExpression(other)
      ? makeDifferentFinding('One is a single value, the other is not.')
      : makeUndecidedFinding('The two answers are of different kinds.')
  }
  if (values.items.length === 1) return compareAnswers(tuple, values.items[0]!)
  return compareTupleWithList(tuple.items, values.items, compareAnswers)
}

function compareMatrices(a: Node, b: Node): Finding {
  if (a.kind !== 'matrix' || b.kind !== 'matrix') {
    const [matrix, other] = a.kind === 'matrix' ? [a, b] : [b, a]
    if (matrix.kind !== 'matrix')
      return makeUndecidedFinding('The two answers are of different kinds.')
    if (other.kind !== 'group')
      return isExpression(other) && collectSymbols(other).size === 0
        ? makeDifferentFinding('One is a matrix, the other is not.')
        : makeUndecidedFinding('One is a matrix. It is not known if the other is.')
    const items = other.items.flatMap((item) => (item.kind === 'group' ? item.items : [item]))
    return compareTupleWithList(matrix.rows.flat(), items, compareAnswers)
  }
  const isSameSize =
    a.rows.length === b.rows.length && a.rows.every((row, i) => row.length === b.rows[i]!.length)
  if (!isSameSize) {
    const isVector = [a, b].every(({ rows }) => rows.length === 1 || rows[0]!.length === 1)
    return isVector
      ? compareTupleWithList(a.rows.flat(), b.rows.flat(), compareAnswers)
      : makeDifferentFinding('The matrices differ in size.')
  }
  const others = b.rows.flat()
  return joinFindings(
    a.rows.flat().map((cell, i) => compareAnswers(cell, others[i]!)),
    'Both have the same values in the same positions.',
  )
}

function compareWithRatio(a: Node, b: Node): Finding {
  if (a.kind === 'relation' || b.kind === 'relation') return compareWithRelation(a, b)
  if (a.kind === 'ratio' && b.kind === 'ratio') {
    if (a.parts.length !== b.parts.length)
      return makeDifferentFinding('The ratios differ in length.')
    return compareRatios(a, b, compareAnswers)
  }
  const [ratio, other] = a.kind === 'ratio' ? [a, b] : [b, a]
  if (
    ratio.kind !== 'ratio' ||
    ratio.parts.length !== 2 ||
    !isExpression(other) ||
    !ratio.parts.every(isExpression)
  )
    return makeUndecidedFinding('One is a ratio, the other is not.')
  const finding = compareValues(makeQuotient(ratio.parts[0]!, ratio.parts[1]!), other)
  return finding.is === 'same'
    ? makePolicyFinding('The same ratio, in one answer as a number.')
    : finding
}

/** Compares numbers if one of them is written in a base other than ten. */
function compareBased(a: Node, b: Node): Finding {
  if (a.kind === 'relation' || b.kind === 'relation') return compareWithRelation(a, b)
  const [valueA, valueB] = [findBased(a), findBased(b)]
  if (!valueA || !valueB)
    return isExpression(a) || isExpression(b)
      ? makeUndecidedFinding('A number in another base could not be read.')
      : makeUndecidedFinding('The two answers are of different kinds.')
  const [plain] = [a, b].filter(({ kind }) => kind !== 'based')
  const basedNumber = (a.kind === 'based' ? a : b) as Extract<Node, { kind: 'based' }>
  const finding = compareValues(valueA, valueB)
  if (finding.is === 'same') return finding
  const digits = /^\d+$/.test(basedNumber.digits) ? makeRational(BigInt(basedNumber.digits)) : null
  const isSameDigits = plain && digits && compareValues(plain, makeNumber(digits)).is === 'same'
  return isSameDigits
    ? makePolicyFinding('The same digits, but only one answer states the base.')
    : finding
}

function findBased(node: Node): Node | null {
  if (node.kind !== 'based') return isExpression(node) ? node : null
  let value = 0n
  for (const digit of node.digits)
    value = value * BigInt(node.base) + BigInt(Number.parseInt(digit, 36))
  const number = makeRational(value)
  return number && makeNumber(number)
}
