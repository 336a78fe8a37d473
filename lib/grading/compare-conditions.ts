import {
  collectSymbols,
  hasNodeWith,
  isEquation,
  type RelationSign,
  isExpression,
  makeNumber,
  makeQuotient,
  makeSum,
  negateNode,
  type AstNode,
  type RelationNode,
} from './ast-node'
import { findZeros } from './compare-equation-solutions'
import { compareValues } from './compare-values'
import { isComparisonBudgetExhausted } from './comparison-budget'
import { type Complex, isDefined, makeComplex, modulus } from './complex'
import { computeExactValue } from './compute-exact-value'
import { evaluateNode } from './evaluate-node'
import { findSignChanges } from './find-sign-changes'
import { fromInteger, isEqual as isEqualFraction, readDecimal, type RealNumber } from './rational'
import { readRealSet } from './real-number-set'
import { makeEmptyVariableValues } from './sample-points'
import { isLogarithm } from './solve-for-part'
import { combineFindings, type Finding, makeDifferentFinding, makeSameFinding } from './verdict'

interface Boundary extends RealNumber {
  /** The maximum rounding error of `value`. */
  error: number
  /** The formula of an end of an interval; a fraction of whole numbers if the boundary was computed. */
  node: AstNode
}

/** A condition on one real variable. */
interface Condition {
  variable: string | null
  /** Numbers at which it can change between true and false. */
  boundaries: Boundary[]
  /** Whether these are all such numbers. */
  hasAllBoundaries: boolean
  /** Whether a number fulfils it; null if that can't be computed. */
  test: (value: number) => boolean | null
}

const maxBoundaries = 40

/**
 * Compares two conditions on one variable by the numbers that fulfil them: `|x - 2| < 3` and `-1 < x < 5`, or
 * `x^2 \le 4` and `[-2, 2]`. Null for two equations, if one is not such a condition, or if the numbers prove nothing.
 */
export function compareConditions(a: AstNode, b: AstNode): Finding | null {
  if (a.kind !== 'relation' && b.kind !== 'relation') return null
  const hasEquation = isEquation(a) || isEquation(b)
  const hasInequality = [a, b].some((node) => node.kind === 'relation' && !isEquation(node))
  if (hasEquation && !hasInequality) return null
  const [x, y] = [readCondition(a), readCondition(b)]
  if (!x || !y || (x.variable !== null && y.variable !== null && x.variable !== y.variable))
    return null
  const hasAllBoundaries = x.hasAllBoundaries && y.hasAllBoundaries
  const boundaries = listDistinct([...x.boundaries, ...y.boundaries])?.map(({ value }) => value)
  if (!boundaries || boundaries.length === 0) return null
  const samples = [...listNumbersBetween(boundaries), ...(hasAllBoundaries ? boundaries : [])]
  const results = samples.map((value) => [x.test(value), y.test(value)] as const)
  if (results.some(([p, q]) => p === null || q === null) || isComparisonBudgetExhausted())
    return null
  if (results.some(([p, q]) => p !== q))
    return (
      (hasAllBoundaries ? compareRounded(x, y) : null) ??
      makeDifferentFinding('Some numbers fulfil only one of the two conditions.')
    )
  return hasAllBoundaries && new Set(results.map(([p]) => p)).size === 2
    ? makeSameFinding('The same numbers fulfil both conditions.')
    : null
}

/** Compares conditions whose boundaries can be the same after rounding; null if they can't. */
function compareRounded(a: Condition, b: Condition): Finding | null {
  const [changesOfA, changesOfB] = [listChanges(a), listChanges(b)]
  if (!changesOfA || changesOfA.length !== changesOfB?.length) return null
  if (changesOfA.some(({ results }, i) => results !== changesOfB[i]!.results)) return null
  const findings = changesOfA.map(({ node }, i) => compareValues(node, changesOfB[i]!.node))
  const finding = combineFindings(findings, '')
  return finding.outcome === 'policy' ? finding : null
}

/** Lists the boundaries, sorted, where a condition is not the same before, at and after. Null if that isn't certain. */
function listChanges({ boundaries, test }: Condition) {
  const distinct = listDistinct(boundaries)
  return (
    distinct &&
    distinct
      .map(({ value, node }, i) => {
        const before = distinct[i - 1]?.value ?? value - 1
        const after = distinct[i + 1]?.value ?? value + 1
        const numbers = [(before + value) / 2, value, (value + after) / 2]
        return { node, results: numbers.map(test).join(' ') }
      })
      .filter(({ results }) => new Set(results.split(' ')).size > 1)
  )
}

/** Lists boundaries once each, sorted. Null if they are too many, or if it isn't certain which ones are the same. */
function listDistinct(boundaries: readonly Boundary[]): Boundary[] | null {
  const sorted = boundaries.toSorted((p, q) => p.value - q.value)
  const distinct = sorted.filter((boundary, i) => i === 0 || !isSame(boundary, sorted[i - 1]!))
  if (distinct.length > maxBoundaries) return null
  const isUnclear = sorted.some((p) => distinct.some((q) => isClose(p, q) && !isSame(p, q)))
  return isUnclear ? null : distinct
}

/** Lists numbers between and beyond the boundaries. */
function listNumbersBetween(boundaries: readonly number[]): number[] {
  const [first, last] = [boundaries[0]!, boundaries.at(-1)!]
  const valuesBeyond = [1, 137.3].flatMap((distance) => [
    first - distance * (1 + Math.abs(first)),
    last + distance * (1 + Math.abs(last)),
  ])
  const valuesBetween = boundaries
    .slice(1)
    .flatMap((value, i) =>
      [0.5, 0.13].map((part) => boundaries[i]! + part * (value - boundaries[i]!)),
    )
  return [...valuesBetween, ...valuesBeyond]
}

/** Relative. Rounding errors of a boundary are smaller. */
const precision = 1e-13
const isEqual = (a: number, b: number) =>
  a === b || Math.abs(a - b) < precision * Math.max(Math.abs(a), Math.abs(b))
/** Whether two boundaries are the same: exact ones if they are equal, others if only rounding separates them. */
const isSame = (a: Boundary, b: Boundary) =>
  a.exact && b.exact
    ? isEqualFraction(a.exact, b.exact)
    : isEqual(a.value, b.value) && Math.abs(a.value - b.value) <= a.error + b.error
/** Whether two boundaries differ so little that they could be the same, or are too close for numbers between them. */
const isClose = (a: Boundary, b: Boundary) =>
  Math.abs(a.value - b.value) <= 1e-7 * (1 + Math.abs(a.value))

function readCondition(node: AstNode): Condition | null {
  const set = readRealSet(node)
  if (set) {
    if (set.alternative || set.isMalformed) return null
    const intervalEnds = set.intervals.flatMap(({ low, high }) => [low, high])
    const test = (value: number) =>
      set.intervals.some(
        ({ low, high }) =>
          (isEqual(value, low.value) ? low.isIncluded : value > low.value) &&
          (isEqual(value, high.value) ? high.isIncluded : value < high.value),
      )
    return {
      variable: set.variable,
      boundaries: intervalEnds
        .filter(({ value }) => Number.isFinite(value))
        .map(({ value, node: end }) => ({
          value,
          node: end,
          exact: computeExactValue(end),
          error: 8 * evaluateNode(end, makeEmptyVariableValues()).error,
        })),
      hasAllBoundaries: true,
      test,
    }
  }
  return node.kind === 'relation' ? readInequality(node) : null
}

/** Reads an equation or inequality, or a chain of them. */
function readInequality({ sides, signs }: RelationNode): Condition | null {
  const symbols = sides.map((side) => collectSymbols(side))
  const names = new Set(symbols.flatMap((set) => [...set]))
  if (
    names.size !== 1 ||
    !sides.every(isExpression) ||
    !signs.every((sign) => /^[=<>≤≥≠]$/.test(sign))
  )
    return null
  const variable = [...names][0]!
  const gaps = signs.map((_, i) => makeSum(sides[i]!, negateNode(sides[i + 1]!)))
  const changes = gaps.map((gap) => findSignChanges(gap))
  const hasAllBoundaries = changes.every((list) => list !== null)
  // Without all boundaries, other numbers can still prove a difference.
  const boundaries = hasAllBoundaries
    ? changes.flat().map(makeBoundary)
    : gaps
        .flatMap((gap) => findZeros(gap, new Map(), variable))
        .map((zero) => makeBoundary({ value: zero, exact: null }))
  const test = (value: number): boolean | null => {
    const isBoundary = boundaries.some((boundary) => isEqual(boundary.value, value))
    const valueAt = makeEvaluation(variable, value, isBoundary ? precision * Math.abs(value) : 0)
    const results = gaps.map((gap, i) => testSign(gap, signs[i]!, valueAt, isBoundary))
    return results.includes(null) ? null : results.every(Boolean)
  }
  return { variable, boundaries, hasAllBoundaries, test }
}

function makeBoundary({ value, exact }: RealNumber): Boundary {
  const { numerator, denominator } = exact ?? readDecimal(String(value))!
  return {
    value,
    exact,
    error: 4 * Number.EPSILON * Math.abs(value),
    node: makeQuotient(makeNumber(fromInteger(numerator)), makeNumber(fromInteger(denominator))),
  }
}

type Evaluation = (node: AstNode) => Complex

/** Returns a function that evaluates formulas at one value of the variable, which can have a rounding error. */
function makeEvaluation(variable: string, value: number, error: number): Evaluation {
  const valueOf = (name: string) => makeComplex(name === variable ? value : NaN, 0, error)
  return (node) => evaluateNode(node, { valueOf, logBase: 'e' })
}

const isReal = (value: Complex) => isDefined(value) && Math.abs(value.im) <= 8 * value.error
const isZero = (value: Complex) => isDefined(value) && modulus(value) <= 8 * value.error

function testSign(
  gap: AstNode,
  sign: RelationSign,
  valueAt: Evaluation,
  isBoundary: boolean,
): boolean | null {
  if (isBoundary && hasNodeWith(gap, (node) => isUndefined(node, valueAt))) return false
  // A complex part can make a real value of a formula that is undefined, such as that of `(\sqrt x)^2` at -1.
  const isPartial = ({ kind }: AstNode) => kind === 'call' || kind === 'power'
  if (hasNodeWith(gap, (node) => isPartial(node) && !isReal(valueAt(node)))) return null
  const value = valueAt(gap)
  if (!isReal(value)) return null
  if (isZero(value)) return isBoundary ? /[=≤≥]/.test(sign) : null
  if (sign === '=') return false
  return sign === '≠' || value.re < 0 === (sign === '<' || sign === '≤')
}

/** Whether a formula is undefined because it divides by 0 or takes the logarithm of 0. */
function isUndefined(node: AstNode, valueAt: Evaluation): boolean {
  if (node.kind === 'quotient') return isZero(valueAt(node.denominator))
  if (node.kind === 'power') return isZero(valueAt(node.base)) && !(valueAt(node.exponent).re > 0)
  return node.kind === 'call' && isLogarithm(node) && isZero(valueAt(node.args[0]!))
}
