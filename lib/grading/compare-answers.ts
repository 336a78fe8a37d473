import { compareLists, compareTuples, compareUnlike, readValues } from './compare-lists'
import { compareRelations } from './compare-relations'
import { spend } from './effort'
import { findExact } from './exact'
import { multiply, makeRational, type Rational } from './rational'
import { readNamed, readValue } from './read-equation'
import { compareRealSets, readRealSet } from './real-set'
import { compareValues } from './same-value'
import { settle } from './settle'
import {
  collectSymbols,
  type GroupNode,
  isExpression,
  makeCall,
  mapTree,
  type RelationNode,
  makeNumber,
  makeProduct,
  makeQuotient,
  type Node,
} from './tree'
import { convertUnit } from './units'
import { different, type Finding, joinFindings, open, policy, same } from './verdict'

type Measure = Extract<Node, { kind: 'measure' }>

/** Compares two answers that were understood, part by part. The same whichever comes first. */
export function compareAnswers(a: Node, b: Node): Finding {
  if (!spend(5)) return open('The two are too long to be compared in full.')
  return compareSettled(settle(a), settle(b))
}

function compareSettled(a: Node, b: Node): Finding {
  if (isExpression(a) && isExpression(b)) return compareValues(a, b)
  if (a.kind === 'measure' || b.kind === 'measure') return compareMeasures(a, b)
  if (a.kind === 'based' || b.kind === 'based') return compareBased(a, b)
  if (a.kind === 'relation' && b.kind === 'relation' && !isListed(a) && !isListed(b))
    return compareRelations(a, b, compareAnswers)
  const sets = compareAsSets(a, b)
  if (sets) return sets
  if (a.kind === 'ratio' || b.kind === 'ratio') return compareRatios(a, b)
  if (a.kind === 'relation' || b.kind === 'relation') return compareWithRelation(a, b)
  if (isMatrix(a) || isMatrix(b)) return compareMatrices(a, b)
  if (isTuple(a) || isTuple(b)) return compareWithTuple(a, b)
  const [valuesA, valuesB] = [readValues(a), readValues(b)]
  if (valuesA || valuesB) return compareLists(valuesA ?? one(a), valuesB ?? one(b), compareAnswers)
  const isSet = [a, b].some(({ kind }) => kind === 'union' || kind === 'without')
  if (isSet && [a, b].some(isExpression))
    return different('One is a set, the other a single value.')
  return open('The two are of different kinds.')
}

const isTuple = (node: Node): node is GroupNode =>
  node.kind === 'group' && node.open !== '' && node.open !== '{'
const isMatrix = (node: Node) => node.kind === 'matrix' && !node.isSystem
const isListed = (node: Node) => (readValues(node)?.items.length ?? 0) > 1
const one = (node: Node) => ({ items: [node], names: [null], isUnordered: false, isSet: false })

/** As sets of real numbers, where one of the two can be nothing else. */
function compareAsSets(a: Node, b: Node): Finding | null {
  const isPlain = (node: Node) =>
    node.kind === 'group' && node.open === node.close.replace(')', '(').replace(']', '[')
  const isBraced = (node: Node) =>
    node.kind === 'group' && node.open === '{' && node.items[0]?.kind !== 'relation'
  if ((isPlain(a) || isBraced(a)) && (isPlain(b) || isBraced(b))) return null
  const setA = readRealSet(a)
  const setB = setA && readRealSet(b)
  return setA && setB ? compareRealSets(setA, setB) : null
}

/** An equation or inequality beside something else. */
function compareWithRelation(a: Node, b: Node): Finding {
  if (b.kind === 'relation' && a.kind !== 'relation') return compareWithRelation(b, a)
  if (a.kind !== 'relation') return open('The two are of different kinds.')
  const named = readNamed(a)
  if (named && !isListed(a))
    return compareAnswers(named.value, b.kind === 'relation' ? (readNamed(b)?.value ?? b) : b)
  const value = readValue(a)
  if (value) return compareAnswers(value, b)
  const [valuesA, valuesB] = [readValues(a), readValues(b)]
  if (valuesA) return compareLists(valuesA, valuesB ?? one(b), compareAnswers)
  if (isMatrix(b) || isTuple(b)) return open('One is a relation, the other is not.')
  const sides = a.sides.filter((side) => findExact(side)?.over !== 0n)
  const isSide = sides.some(
    (side) => isExpression(side) && isExpression(b) && compareValues(side, b).is !== 'different',
  )
  if (!isExpression(b)) return open('One is a relation, the other is not.')
  if (isSolvedBy(a, b)) return policy('One is an equation, the other solves it.')
  return isSide
    ? policy('One is an equation, the other one of its sides.')
    : different('One is a relation, the other a value.')
}

/** Whether an equation in one letter holds for a value of it. */
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
      ? different('One is a single value, the other is not.')
      : open('The two are of different kinds.')
  }
  if (values.items.length === 1) return compareAnswers(tuple, values.items[0]!)
  return compareUnlike(tuple.items, values.items, compareAnswers)
}

function compareMatrices(a: Node, b: Node): Finding {
  if (a.kind !== 'matrix' || b.kind !== 'matrix') {
    const [matrix, other] = a.kind === 'matrix' ? [a, b] : [b, a]
    if (matrix.kind !== 'matrix') return open('The two are of different kinds.')
    if (other.kind !== 'group')
      return isExpression(other) && collectSymbols(other).size === 0
        ? different('One is a matrix, the other is not.')
        : open('One is a matrix; whether the other is, is not known.')
    const items = other.items.flatMap((item) => (item.kind === 'group' ? item.items : [item]))
    return compareUnlike(matrix.rows.flat(), items, compareAnswers)
  }
  const isSameSize =
    a.rows.length === b.rows.length && a.rows.every((row, i) => row.length === b.rows[i]!.length)
  if (!isSameSize) {
    const isVector = [a, b].every(({ rows }) => rows.length === 1 || rows[0]!.length === 1)
    return isVector
      ? compareUnlike(a.rows.flat(), b.rows.flat(), compareAnswers)
      : different('The matrices differ in size.')
  }
  const others = b.rows.flat()
  return joinFindings(
    a.rows.flat().map((cell, i) => compareAnswers(cell, others[i]!)),
    'Both have the same values in the same places.',
  )
}

/** With units: in the same unit, in units of one kind, or with a unit on one side only. */
function compareMeasures(a: Node, b: Node): Finding {
  if (a.kind === 'measure' && b.kind === 'measure') return compareUnits(a, b)
  const [measure, bare] = a.kind === 'measure' ? [a, b] : [b as Measure, a]
  const finding =
    a.kind === 'measure' ? compareAnswers(a.value, b) : compareAnswers(a, measure.value)
  if (finding.is === 'same') return same('Both have the same value; one says the unit, too.')
  if (finding.is !== 'different' || !isExpression(measure.value) || !isExpression(bare))
    return finding
  if (
    measure.unit === 'angle:1/1' &&
    compareValues(makeCall('degrees', measure.value), bare).is === 'same'
  )
    return same('Both are the same angle, once in degrees and once in radians.')
  const share = makeQuotient(measure.value, makeNumber(makeRational(100n)!))
  if (measure.unit === 'share:1/1' && compareValues(share, bare).is !== 'different')
    return policy('The same share, once in per cent and once as a number.')
  return finding
}

function compareUnits(a: Measure, b: Measure): Finding {
  const finding = compareAnswers(a.value, b.value)
  if (a.unit === b.unit) return finding
  const factor = convertUnit(a.unit, b.unit)
  if (factor) return compareConverted(a.value, b.value, factor)
  if (finding.is !== 'same') return finding
  return shareWord(a.unit, b.unit)
    ? same('Both have the same value and the same kind of unit.')
    : policy('The same number with other words after it.')
}

function compareConverted(a: Node, b: Node, factor: Rational): Finding {
  if (a.kind === 'number') {
    const value = multiply(a.value, factor)
    if (value) return compareAnswers(makeNumber(value), b)
  }
  return compareAnswers(makeProduct(makeNumber(factor), a), b)
}

const shareWord = (a: string, b: string) => {
  const words = new Set(a.split(' ').filter((word) => word.length > 1))
  return b.split(' ').some((word) => words.has(word))
}

function compareRatios(a: Node, b: Node): Finding {
  if (a.kind === 'relation' || b.kind === 'relation') return compareWithRelation(a, b)
  if (a.kind !== 'ratio' || b.kind !== 'ratio') {
    const [ratio, other] = a.kind === 'ratio' ? [a, b] : [b, a]
    if (
      ratio.kind !== 'ratio' ||
      ratio.parts.length !== 2 ||
      !isExpression(other) ||
      !ratio.parts.every(isExpression)
    )
      return open('One is a ratio, the other is not.')
    const finding = compareValues(makeQuotient(ratio.parts[0]!, ratio.parts[1]!), other)
    return finding.is === 'same' ? policy('The same ratio, once as a number.') : finding
  }
  if (a.parts.length !== b.parts.length) return different('The ratios differ in length.')
  const findings = a.parts.map((part, i) => compareAnswers(part, b.parts[i]!))
  const finding = joinFindings(findings, 'Both are the same ratio.')
  if (finding.is !== 'different' || ![...a.parts, ...b.parts].every(isExpression)) return finding
  const crossed = a.parts
    .slice(1)
    .map((part, i) =>
      compareValues(makeProduct(part, b.parts[0]!), makeProduct(b.parts[i + 1]!, a.parts[0]!)),
    )
  return joinFindings(crossed, 'Both are the same ratio.')
}

/** Numbers written in another base than ten. */
function compareBased(a: Node, b: Node): Finding {
  if (a.kind === 'based' && b.kind === 'based' && a.base === b.base)
    return BigInt(a.digits) === BigInt(b.digits)
      ? same('Both are the same number in the same base.')
      : different('The numbers differ.')
  if (a.kind === 'relation' || b.kind === 'relation') return compareWithRelation(a, b)
  const [valueA, valueB] = [findBased(a), findBased(b)]
  if (!valueA || !valueB)
    return isExpression(a) || isExpression(b)
      ? open('A number in another base was not understood.')
      : open('The two are of different kinds.')
  const [plain] = [a, b].filter(({ kind }) => kind !== 'based')
  const based = (a.kind === 'based' ? a : b) as Extract<Node, { kind: 'based' }>
  const isSameDigits =
    plain && compareValues(plain, makeNumber(makeRational(BigInt(based.digits))!)).is === 'same'
  if (isSameDigits) return policy('The same digits; only one of the two says the base.')
  const finding = compareValues(valueA, valueB)
  return finding.is === 'same' ? policy('The same number, written in different bases.') : finding
}

function findBased(node: Node): Node | null {
  if (node.kind !== 'based') return isExpression(node) ? node : null
  let value = 0n
  for (const digit of node.digits) {
    if (Number(digit) >= node.base) return null
    value = value * BigInt(node.base) + BigInt(digit)
  }
  const number = makeRational(value)
  return number && makeNumber(number)
}
